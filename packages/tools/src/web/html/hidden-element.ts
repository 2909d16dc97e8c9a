/** Elements whose content no reader sees as text. */
const unseen: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'svg',
  'canvas',
  'iframe',
  'object',
  'audio',
  'video',
  'dialog',
  'datalist',
  'select',
  'noframes',
  'textarea',
])

/** Numbers that close to nothing (`0`, `0.001`), with an optional unit. */
const nothing = String.raw`-?0*(?:\.0\d*|0)(?:px|r?em|%|pt|vw|vh)?(?![\d.])`
/** Far enough beyond the page's edge that nothing of an element is left. */
const farAway = String.raw`-(?:\d{4,}|999)(?:\.\d+)?(?:px|pt)?(?![\d.a-z%])|-\d{2,}(?:\.\d+)?(?:r?em|vw|vh)|-\d{3,}(?:\.\d+)?%`

const hidingDeclarations = new RegExp(
  [
    String.raw`(?:^|;)\s*display\s*:\s*none`,
    String.raw`(?:^|;)\s*visibility\s*:\s*(?:hidden|collapse)`,
    String.raw`(?:^|;)\s*content-visibility\s*:\s*hidden`,
    String.raw`(?:^|;)\s*opacity\s*:\s*${nothing}`,
    String.raw`(?:^|;)\s*font-size\s*:\s*${nothing}`,
    String.raw`(?:^|;)\s*(?:left|right|top|bottom|text-indent|margin-left|margin-top)\s*:\s*(?:${farAway})`,
    String.raw`(?:^|;)\s*clip\s*:\s*rect\(\s*(?:0|1px)`,
    String.raw`(?:^|;)\s*clip-path\s*:\s*inset\(\s*(?:50|100)%`,
    String.raw`(?:^|;)\s*transform\s*:\s*scale\(\s*${nothing}`,
    String.raw`(?:^|;)\s*transform\s*:[^;]*translate[xy3d]*\(\s*(?:${farAway})`,
  ].join('|'),
)
const zeroSize = new RegExp(String.raw`(?:^|;)\s*(?:max-)?(?:height|width)\s*:\s*${nothing}`)
const transparentText = /(?:^|;)\s*(?:color|-webkit-text-fill-color)\s*:\s*transparent/
/** Headings are filled with a gradient in this way: their text is seen. */
const filledText = /background-clip\s*:\s*text/
const clipsOverflow = /(?:^|;)\s*overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/

/**
 * Returns true if an element is hidden from readers by its kind, its attributes or its inline style. Style sheets and
 * scripts are not evaluated: content that only they hide counts as visible, untrusted text.
 */
export function isHiddenElement(name: string, attributes: Readonly<Record<string, string>>): boolean {
  if (unseen.has(name)) return name !== 'dialog' || attributes.open === undefined
  if (attributes.hidden !== undefined || attributes.inert !== undefined) return true
  if (attributes['aria-hidden']?.trim().toLowerCase() === 'true') return true
  if (name === 'input') return true
  return attributes.style !== undefined && (attributes.style.length > longestStyle || isHidingStyle(attributes.style))
}

/** No honest element has more to say about itself; the expressions above are slow on what does. */
const longestStyle = 10_000

function isHidingStyle(style: string): boolean {
  const plain = style
    .replace(/\/\*.*?(?:\*\/|$)/gs, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) => decodeEscape(code))
    .toLowerCase()
  return (
    hidingDeclarations.test(plain) ||
    (zeroSize.test(plain) && clipsOverflow.test(plain)) ||
    (transparentText.test(plain) && !filledText.test(plain))
  )
}

/** A style sheet may spell any letter as an escape. */
function decodeEscape(hex: string): string {
  const code = Number.parseInt(hex, 16)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
