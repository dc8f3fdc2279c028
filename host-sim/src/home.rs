//! Where the application runs: the same world around both homes.

use std::path::PathBuf;

use anyhow::{Context, bail};
use table_core::trust::Image;

use crate::world::World;
use crate::{desktop, qemu};

/// A home of the application, on virtual time.
#[derive(Debug, Clone, Default)]
pub enum Home {
    /// In this process.
    #[default]
    Desktop,
    /// In this process, with records that name this image.
    StandIn(Image),
    /// This image in an emulated STM32F405.
    Qemu(PathBuf),
}

impl Home {
    /// In QEMU, with the image built anew if it is not up to date.
    pub fn qemu() -> Result<Home, qemu::QemuError> {
        qemu::build_image().map(Home::Qemu)
    }

    /// In this process, with records that must be those of this home to the byte.
    pub fn twin(&self) -> Result<Home, qemu::QemuError> {
        match self {
            Home::Qemu(image) => Ok(Home::StandIn(Image::Measured(qemu::image_hash(image)?))),
            desktop => Ok(desktop.clone()),
        }
    }

    /// Runs the application in `world` until the world's time is up.
    pub fn run(&self, world: World) -> anyhow::Result<World> {
        match self {
            Home::Desktop => {
                let (world, ended) = desktop::run(world);
                ended.context("the table stopped")?;
                Ok(world)
            }
            Home::StandIn(image) => Home::Desktop.run(world.standing_in_for(*image)),
            Home::Qemu(image) => match qemu::run(world, image)? {
                (world, 0) => Ok(world),
                (_, code) => bail!("the image ended with exit code {code}"),
            },
        }
    }
}
