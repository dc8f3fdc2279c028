//! Where the application runs: the same world around both homes.

use std::path::PathBuf;

use anyhow::{Context, bail};

use crate::world::World;
use crate::{desktop, qemu};

/// A home of the application, on virtual time.
#[derive(Debug, Clone, Default)]
pub enum Home {
    /// In this process.
    #[default]
    Desktop,
    /// This image in an emulated STM32F405.
    Qemu(PathBuf),
}

impl Home {
    /// In QEMU, with the image built anew if it is not up to date.
    pub fn qemu() -> Result<Home, qemu::QemuError> {
        qemu::build_image().map(Home::Qemu)
    }

    /// Runs the application in `world` until the world's time is up.
    pub fn run(&self, world: World) -> anyhow::Result<World> {
        match self {
            Home::Desktop => {
                let (world, ended) = desktop::run(world);
                ended.context("the table cannot start")?;
                Ok(world)
            }
            Home::Qemu(image) => match qemu::run(world, image)? {
                (world, 0) => Ok(world),
                (_, code) => bail!("the image ended with exit code {code}"),
            },
        }
    }
}
