#![no_std]
//! The application.
