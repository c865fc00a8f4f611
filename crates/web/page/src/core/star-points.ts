// The star points of each board size. Generated from the crate goban by a test of crates/web:
// PONNUKI_WRITE_MESSAGES=1 cargo test --workspace star_points
export const STAR_POINTS: Readonly<Record<number, readonly number[]>> = {
  2: [],
  3: [],
  4: [],
  5: [],
  6: [],
  7: [16, 18, 30, 32],
  8: [18, 21, 42, 45],
  9: [20, 24, 40, 56, 60],
  10: [22, 27, 72, 77],
  11: [24, 30, 60, 90, 96],
  12: [26, 33, 110, 117],
  13: [42, 48, 84, 120, 126],
  14: [45, 52, 143, 150],
  15: [48, 52, 56, 108, 112, 116, 168, 172, 176],
  16: [51, 60, 195, 204],
  17: [54, 59, 64, 139, 144, 149, 224, 229, 234],
  18: [57, 68, 255, 266],
  19: [60, 66, 72, 174, 180, 186, 288, 294, 300],
};
