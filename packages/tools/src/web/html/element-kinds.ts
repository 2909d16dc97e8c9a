const blocks: ReadonlySet<string> = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer
  form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary
  table tbody td tfoot th thead tr ul`.split(/\s+/),
)

/** Returns true if an element of this name begins a new line. */
export function isBlockName(name: string): boolean {
  return blocks.has(name)
}
