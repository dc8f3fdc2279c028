//! Independent yardsticks for the product: simple models written from the digests, not from the code.
