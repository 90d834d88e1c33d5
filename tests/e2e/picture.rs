//! Pictures of the whole display, with whatever the toolkit drew on it: menus, dialogs, the window's frame.
//!
//! Separate from the driver's own pictures, which show the page alone and need a page that still answers.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// Where pictures are left.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("e2e/out")
}

/// Writes what is on the display as `NAME.png`, named after the running test too.
pub(crate) fn keep(frame: &Path, name: &str) -> io::Result<PathBuf> {
    let test = std::thread::current().name().unwrap_or("test").replace("::", "-");
    let path = folder().join(format!("{test}-{name}.png"));
    fs::create_dir_all(folder())?;
    let screen = Screen::read(&fs::read(frame)?)
        .ok_or_else(|| io::Error::other("the display's memory is not understood"))?;
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(&path)?), screen.width, screen.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header()?.write_image_data(&screen.rgb)?;
    Ok(path)
}

/// A picture.
struct Screen {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

impl Screen {
    /// From an X window dump (XWD, version 7) of 32 bits a pixel, blue first: what Xvfb keeps of a 24-bit screen.
    fn read(bytes: &[u8]) -> Option<Self> {
        let number = |at: usize| -> Option<usize> {
            let field = bytes.get(at * 4..at * 4 + 4)?;
            usize::try_from(u32::from_be_bytes(field.try_into().ok()?)).ok()
        };
        let (header, width, height) = (number(0)?, number(4)?, number(5)?);
        let (bits, row, colors) = (number(11)?, number(12)?, number(19)?);
        if number(1)? != 7 || bits != 32 {
            return None;
        }
        let pixels = bytes.get(header + colors * 12..)?;
        let mut rgb = Vec::with_capacity(width * height * 3);
        for line in pixels.chunks(row).take(height) {
            for pixel in line.get(..width * 4)?.chunks_exact(4) {
                rgb.extend(pixel.iter().take(3).rev());
            }
        }
        Some(Self { width: u32::try_from(width).ok()?, height: u32::try_from(height).ok()?, rgb })
    }
}
