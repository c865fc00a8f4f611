//! A field as a surface in space, seen from above at a slant.
//!
//! The projection is axonometric: what is parallel stays parallel. Hidden lines are hidden by the painter's algorithm:
//! the cells of the grid are painted from back to front, nearer cells over farther ones.

use super::field::Field;
use super::heights::Heights;
use super::{Density, Viewpoint};
use crate::axis::Axis;
use crate::font;
use crate::scale::{Ends, Scale};
use crate::style;
use crate::svg::{Anchor, Page, Path, Rect, Xy};

/// How long the rows, the columns and the heights are beside each other.
const SIDES: [f64; 3] = [1.3, 1.0, 0.62];

/// Draws the surface with its axes.
pub(super) fn draw(page: &mut Page, room: Rect, density: &Density, field: &Field, heights: &Heights) {
    let upright = Scale::fit(&Axis::default().from(0.0), [heights.top], 5, Ends::Round);
    let inner =
        Rect { left: room.left + 52.0, top: room.top + 6.0, width: room.width - 88.0, height: room.height - 54.0 };
    let scene = Scene { camera: Camera::fit(density.view, inner), upright, top: heights.top };
    scene.draw_box(page);
    page.open_group("mesh");
    scene.draw_cells(page, field, heights);
    scene.draw_skirts(page, field);
    page.close_group();
    scene.draw_axes(page, density);
}

/// The cells of a grid with a number of lines in each direction, from back to front.
///
/// Seen from far away, a cell can only be hidden by one that is nearer in both directions of the grid, or level in one.
fn back_to_front(us: usize, vs: usize, camera: &Camera) -> Vec<(usize, usize)> {
    let ordered = |lines: usize, far_is_last: bool| -> Vec<usize> {
        let cells = 0..lines.saturating_sub(1);
        if far_is_last { cells.rev().collect() } else { cells.collect() }
    };
    let (rows, columns) = (ordered(us, camera.far_u() == 1.0), ordered(vs, camera.far_v() == 1.0));
    rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column))).collect()
}

/// From space to the page. In space, `u` and `v` go from 0 to 1 along rows and columns, and heights from 0 to 1.
#[derive(Clone, Copy, Debug)]
struct Camera {
    turn: (f64, f64),
    tilt: (f64, f64),
    zoom: f64,
    origin: Xy,
}

impl Camera {
    fn new(view: Viewpoint) -> Camera {
        let finite = |angle: f64, otherwise: f64| if angle.is_finite() { angle } else { otherwise };
        let turn = finite(view.turn, Viewpoint::default().turn).rem_euclid(360.0).to_radians();
        let tilt = finite(view.tilt, Viewpoint::default().tilt).clamp(5.0, 85.0).to_radians();
        Camera { turn: turn.sin_cos(), tilt: tilt.sin_cos(), zoom: 1.0, origin: (0.0, 0.0) }
    }

    /// Shows all of the box, as large as there is room for.
    fn fit(view: Viewpoint, room: Rect) -> Camera {
        let camera = Camera::new(view);
        let corners = || (0..8).map(|n| camera.place(f64::from(n & 1), f64::from(n >> 1 & 1), f64::from(n >> 2)));
        let ends = |values: &mut dyn Iterator<Item = f64>| {
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
        };
        let (left, right) = ends(&mut corners().map(|(x, _)| x));
        let (top, bottom) = ends(&mut corners().map(|(_, y)| y));
        let zoom = (room.width / (right - left)).min(room.height / (bottom - top));
        let (x, y) = room.middle();
        Camera { zoom, origin: (x - zoom * (left + right) / 2.0, y - zoom * (top + bottom) / 2.0), ..camera }
    }

    fn place(&self, u: f64, v: f64, height: f64) -> Xy {
        let ((sin, cos), (rise, lift)) = (self.turn, self.tilt);
        let (along, back) = (SIDES[0] * (u - 0.5), SIDES[1] * (0.5 - v));
        let (x, depth) = (along * cos - back * sin, along * sin + back * cos);
        let y = -(depth * rise + SIDES[2] * height * lift);
        (self.origin.0 + self.zoom * x, self.origin.1 + self.zoom * y)
    }

    /// The `u` of the side at the back: 0 or 1.
    fn far_u(&self) -> f64 {
        if self.turn.0 > 0.0 { 1.0 } else { 0.0 }
    }

    /// The `v` of the side at the back: 0 or 1.
    fn far_v(&self) -> f64 {
        if self.turn.1 > 0.0 { 0.0 } else { 1.0 }
    }
}

struct Scene {
    camera: Camera,
    upright: Scale,
    /// What is higher is cut off here.
    top: f64,
}

impl Scene {
    fn place(&self, u: f64, v: f64, height: f64) -> Xy {
        self.camera.place(u, v, self.upright.part(height.min(self.top)))
    }

    /// The floor and the two walls at the back, with rules at the heights of the axis.
    fn draw_box(&self, page: &mut Page) {
        let Scene { camera, upright, .. } = self;
        let (u, v) = (camera.far_u(), camera.far_v());
        let quad = |corners: [(f64, f64, f64); 4]| Path::area(&corners.map(|(u, v, h)| camera.place(u, v, h)));
        page.path("wall", &quad([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (0.0, 1.0, 0.0)]));
        page.path("wall", &quad([(u, 0.0, 0.0), (u, 1.0, 0.0), (u, 1.0, 1.0), (u, 0.0, 1.0)]));
        page.path("wall", &quad([(0.0, v, 0.0), (1.0, v, 0.0), (1.0, v, 1.0), (0.0, v, 1.0)]));
        for tick in &upright.ticks {
            let height = upright.part(tick.value);
            let corners = [(1.0 - u, v), (u, v), (u, 1.0 - v)].map(|(u, v)| camera.place(u, v, height));
            page.path("rule", &Path::line(&corners));
        }
    }

    fn draw_cells(&self, page: &mut Page, field: &Field, heights: &Heights) {
        for (row, column) in back_to_front(field.us.len(), field.vs.len(), &self.camera) {
            let corners = [(row, column), (row + 1, column), (row + 1, column + 1), (row, column + 1)];
            let height = corners.map(|(row, column)| field.heights[row][column]);
            let mean = height.iter().sum::<f64>() / 4.0;
            if mean.is_finite() {
                let place = |(row, column): (usize, usize)| {
                    self.place(field.us[row], field.vs[column], field.heights[row][column])
                };
                page.path(&style::shade(heights.shade(mean)), &Path::area(&corners.map(place)));
            }
        }
    }

    /// What is below the surface at the two sides in front.
    fn draw_skirts(&self, page: &mut Page, field: &Field) {
        let (u, v) = (1.0 - self.camera.far_u(), 1.0 - self.camera.far_v());
        let (Some(row), Some(column)) = (end(&field.us, u), end(&field.vs, v)) else { return };
        let along_u = field.us.iter().enumerate().map(|(row, &u)| (u, v, field.heights[row][column]));
        let along_v = field.vs.iter().enumerate().map(|(column, &v)| (u, v, field.heights[row][column]));
        for edge in [along_u.collect::<Vec<_>>(), along_v.collect()] {
            for piece in edge.split(|(.., height)| !height.is_finite()).filter(|piece| piece.len() > 1) {
                let upper = piece.iter().map(|&(u, v, height)| self.place(u, v, height));
                let foot = piece.iter().rev().map(|&(u, v, _)| self.place(u, v, 0.0));
                page.path("skirt", &Path::area(&upper.chain(foot).collect::<Vec<Xy>>()));
            }
        }
    }

    fn draw_axes(&self, page: &mut Page, density: &Density) {
        let camera = &self.camera;
        let (near_u, near_v) = (1.0 - camera.far_u(), 1.0 - camera.far_v());
        self.draw_floor_axis(page, &density.row_axis(), &|part| camera.place(part, near_v, 0.0));
        self.draw_floor_axis(page, &density.column_axis(), &|part| camera.place(near_u, part, 0.0));

        let corners = [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)];
        let by_x = |one: &&Corner, other: &&Corner| {
            camera.place(one.0, one.1, 0.0).0.total_cmp(&camera.place(other.0, other.1, 0.0).0)
        };
        let &(u, v) = corners.iter().min_by(by_x).unwrap_or(&corners[0]);
        page.line("axis", camera.place(u, v, 0.0), camera.place(u, v, 1.0));
        // The zero would stand on the first figure of the axis on the floor.
        for tick in self.upright.ticks.iter().filter(|tick| tick.value > 0.0) {
            let (x, y) = camera.place(u, v, self.upright.part(tick.value));
            page.line("axis", (x - 4.0, y), (x, y));
            page.text("tick", Anchor::End, (x - 8.0, y + 4.0), &tick.label);
        }
        let (x, y) = camera.place(u, v, 0.5);
        page.turned_text("name", (x - 8.0 - self.upright.widest_label() - 12.0, y), -90.0, &density.heights);
    }

    /// An axis along an edge of the floor, its figures and its name on the side that looks away from the middle.
    fn draw_floor_axis(&self, page: &mut Page, axis: &Axis, edge: &dyn Fn(f64) -> Xy) {
        let ((x, y), (to_x, to_y)) = (edge(0.0), edge(1.0));
        let (dx, dy) = (to_x - x, to_y - y);
        let length = dx.hypot(dy).max(1.0);
        let middle = self.camera.place(0.5, 0.5, 0.0);
        let half = edge(0.5);
        let (out_x, out_y) = (dy / length, -dx / length);
        let inward = out_x * (half.0 - middle.0) + out_y * (half.1 - middle.1) < 0.0;
        let (out_x, out_y) = if inward { (-out_x, -out_y) } else { (out_x, out_y) };

        page.line("axis", (x, y), (to_x, to_y));
        let scale = Scale::fit(axis, [], (length / 38.0) as usize, Ends::Round);
        for tick in &scale.ticks {
            let (x, y) = edge(scale.part(tick.value));
            page.line("axis", (x, y), (x + 4.0 * out_x, y + 4.0 * out_y));
            // Beside a steep edge the whole figure is at its side, below a level one half of it.
            let aside = (2.2 * out_x).clamp(-1.0, 1.0) * font::width(&tick.label, font::TICK) / 2.0;
            let place = (x + 7.0 * out_x + aside, y + (8.0 + font::TICK / 2.0) * out_y + 4.0);
            page.text("tick", Anchor::Middle, place, &tick.label);
        }
        let away = 8.0 + out_x.abs() * scale.widest_label() + out_y.abs() * font::TICK + 11.0;
        let degrees = dy.atan2(dx).to_degrees();
        let upright = if degrees.abs() > 90.0 { degrees - 180.0 * degrees.signum() } else { degrees };
        page.turned_text("name", (half.0 + away * out_x, half.1 + away * out_y), upright, &axis.label);
    }
}

type Corner = (f64, f64);

/// The number of the grid line at that side: 0 or 1.
fn end(lines: &[f64], side: f64) -> Option<usize> {
    let last = lines.len().checked_sub(1)?;
    Some(if side > 0.5 { last } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(view: Viewpoint, u: f64, v: f64) -> f64 {
        -Camera::new(view).place(u, v, 0.0).1
    }

    #[test]
    fn at_rest_the_last_column_is_in_front() {
        let view = Viewpoint { turn: 0.0, tilt: 30.0 };
        assert!(depth(view, 0.5, 0.0) > depth(view, 0.5, 1.0));
        let turned = Viewpoint { turn: 30.0, tilt: 30.0 };
        assert!(depth(turned, 1.0, 0.5) > depth(turned, 0.0, 0.5), "the last row goes to the back");
    }

    #[test]
    fn painting_goes_from_the_back_to_the_front_from_wherever_one_looks() {
        for turn in [0.0, 34.0, 90.0, 120.0, 200.0, 270.0, 300.0, 359.0, -45.0] {
            let view = Viewpoint { turn, tilt: 30.0 };
            let order = back_to_front(6, 5, &Camera::new(view));
            assert_eq!(order.len(), 20);
            let middle =
                |&(row, column): &(usize, usize)| depth(view, (row as f64 + 0.5) / 5.0, (column as f64 + 0.5) / 4.0);
            for (place, cell) in order.iter().enumerate() {
                for later in &order[place + 1..] {
                    let level = cell.0 == later.0 || cell.1 == later.1;
                    let (far, near) = (middle(cell), middle(later));
                    assert!(!level || far >= near - 1e-9, "at {turn}, {cell:?} covers {later:?}, which is in front");
                }
            }
            let nearest = order.iter().map(middle).fold(f64::INFINITY, f64::min);
            assert!(order.last().is_some_and(|cell| middle(cell) <= nearest + 1e-9), "at {turn}");
        }
    }

    #[test]
    fn the_box_fills_the_room_and_stays_in_it() {
        let room = Rect { left: 10.0, top: 20.0, width: 300.0, height: 200.0 };
        for turn in [0.0, 34.0, 135.0, 250.0] {
            let camera = Camera::fit(Viewpoint { turn, tilt: 32.0 }, room);
            let corners = (0..8).map(|n| camera.place(f64::from(n & 1), f64::from(n >> 1 & 1), f64::from(n >> 2)));
            let (mut low, mut high) = ((f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY));
            for (x, y) in corners {
                (low, high) = ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)));
            }
            assert!(low.0 > 9.99 && low.1 > 19.99 && high.0 < 310.01 && high.1 < 220.01, "{turn}: {low:?} {high:?}");
            assert!(high.0 - low.0 > 299.9 || high.1 - low.1 > 199.9, "{turn}: {low:?} {high:?}");
        }
    }
}
