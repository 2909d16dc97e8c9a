/**
 * Every place, overlapping ones too, at which one sequence stands in another. Each unit is looked at a bounded number of times, whatever the two are
 * like: the usual searches of strings and buffers try each place again from its beginning (Knuth, Morris, Pratt).
 */
export function* occurrences(text: ArrayLike<number>, wanted: ArrayLike<number>, from = 0): Generator<number> {
  if (wanted.length === 0) return
  const borders = bordersOf(wanted)
  let matched = 0
  for (let index = from; index < text.length; index += 1) {
    const unit = text[index]
    while (matched > 0 && unit !== wanted[matched]) matched = borders[matched - 1] ?? 0
    if (unit === wanted[matched]) matched += 1
    if (matched < wanted.length) continue
    yield index + 1 - matched
    matched = borders[matched - 1] ?? 0
  }
}

/** How much of each beginning is also its end. */
function bordersOf(wanted: ArrayLike<number>): Uint32Array {
  const borders = new Uint32Array(wanted.length)
  let matched = 0
  for (let index = 1; index < wanted.length; index += 1) {
    while (matched > 0 && wanted[index] !== wanted[matched]) matched = borders[matched - 1] ?? 0
    if (wanted[index] === wanted[matched]) matched += 1
    borders[index] = matched
  }
  return borders
}
