//! An SVG diagram as pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Why there is no PNG.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The document is no SVG.
    #[error("cannot read the drawing: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture is empty or does not fit in memory.
    #[error("a picture of {0} pixels width cannot be made")]
    Size(u32),
    /// The pixels could not be packed.
    #[error("cannot write PNG: {0}")]
    Encode(String),
}

/// The PNG file of an SVG document, `width` pixels wide.
///
/// # Errors
/// If the document cannot be read, or the picture has no size or too large a one.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size(width))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}
