/** The form of a value decides how it is compared. */
export type ValueForm = 'email' | 'url' | 'account' | 'number' | 'words'

const email = /^[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}$/u
const emails =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_](?:[\p{L}\p{N}._%+'-]{0,62}[\p{L}\p{N}_%+-])?@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?\.\p{L}{2,}/gu
const account = /^(?=.*\d)[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/
const accounts =
  /\b[A-Za-z]{2}\d{2}(?:[A-Za-z0-9]{8,30}|(?:[ -][A-Za-z0-9]{4}){2,7}(?:[ -](?=[A-Za-z]*\d)[A-Za-z0-9]{1,4})?)\b/g
const longDigits = /(?<![\w.-])\d(?:[ -]?\d){7,}(?![\w-]|\.\d)/g
const scheme = /^[a-z][a-z0-9+.-]*:\/\//i
const urls =
  /(?<![@\p{L}\p{N}._-])(?:[a-z][a-z0-9+.-]*:\/\/[^\s"'<>`)\]}|]+|(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d+)?(?![@\p{L}\p{N}_-])(?:\/[^\s"'<>`)\]}|]*)?)/giu

/** Endings that files have far more often than hosts: `install.sh` in somebody's words is a file. */
const fileEndings = new Set(
  'app bat bz cc cfg conf csv css db dev doc docx gz htm html ico ics ini java jpeg jpg js json jsx kt lock log lua md mdx mjs mov mp mp3 mp4 odt pdf php pl png ppt pptx ps py rb rs rtf sh sql svg swift tar toml ts tsx txt vue xls xlsx xml yaml yml zip'.split(
    ' ',
  ),
)

/** Brings a text into the form in which texts are compared: NFKC and lower case. */
export function fold(text: string): string {
  // Plain letters are in that form, which takes long to find out for megabytes.
  return (isPlain(text) ? text : text.normalize('NFKC')).toLowerCase()
}

/** Returns true if a text is ASCII alone. */
export function isPlain(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}

/** A host with the part of the address that belongs to one owner. */
export interface Address {
  /** Absent if only a host was given. */
  readonly scheme?: string
  readonly host: string
  readonly port: string
  /** User name and password in it. */
  readonly login: string
  readonly path: string
}

/** Reads a URL or a bare host. Undefined for anything else. */
function readAddress(value: string): Address | undefined {
  const text = value.normalize('NFKC').trim()
  const hasScheme = scheme.test(text)
  if (!hasScheme && !/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]\S*)?$/u.test(text)) return undefined
  if (/\s/.test(text) || !URL.canParse(hasScheme ? text : `https://${text}`)) return undefined
  const url = new URL(hasScheme ? text : `https://${text}`)
  if (url.hostname === '') return undefined
  const host = url.hostname.replace(/\.$/, '')
  return {
    ...(hasScheme ? { scheme: url.protocol } : {}),
    host,
    port: url.port,
    login: `${url.username}:${url.password}`,
    path: `${url.pathname}${url.search}`,
  }
}

/** Returns true if two addresses belong to the same owner: the first is at or below the second. */
export function isSameAddress(value: string, known: string): boolean {
  const [left, right] = [readAddress(value), readAddress(known)]
  if (left === undefined || right === undefined) return false
  if (left.host !== right.host || left.port !== right.port) return false
  if (left.scheme !== undefined && right.scheme !== undefined && left.scheme !== right.scheme) return false
  // A name in front of the host carries data there, and some servers climb out of the folder at `..;`.
  if (left.login !== ':' && left.login !== right.login) return false
  if (/\/(?:\.|%2e){2}(?:;|%3b)/i.test(left.path) && left.path !== right.path) return false
  const folder = right.path.replace(/\/$/, '')
  return (
    folder === '' ||
    left.path === right.path ||
    left.path === folder ||
    (/^[/?]/.test(left.path.slice(folder.length)) && left.path.startsWith(folder))
  )
}

/** Returns true if the name in the text is a host, and not a file. */
function isHostName(text: string): boolean {
  if (scheme.test(text) || /^www\./i.test(text)) return true
  const [host = ''] = text.split(/[/:?#]/)
  const ending = host.slice(host.lastIndexOf('.') + 1).toLowerCase()
  return /^\p{L}+$/u.test(ending) && !fileEndings.has(ending)
}

/** Returns the form of a value. */
export function formOf(value: string): ValueForm {
  const text = value.normalize('NFKC').trim()
  if (email.test(text)) return 'email'
  if (account.test(compact(text))) return 'account'
  if (/^[-+]?[$€£]?\d[\d,]*(?:\.\d+)?%?$/.test(text)) return 'number'
  const address = isHostName(text) ? readAddress(text) : undefined
  return address === undefined ? 'words' : 'url'
}

/** Brings a value into the form in which two values are compared: by the normal form of its kind. */
export function comparable(value: string): string {
  const text = value.normalize('NFKC').trim()
  if (/^[-+]?[$€£]?\d[\d,.]*%?$/.test(text)) {
    const number = /^0\d/.test(text) ? undefined : readNumber(text)
    return number === undefined ? fold(text) : `number ${number}`
  }
  return /\d/.test(text) && account.test(compact(text)) ? `account ${compact(text)}` : fold(text)
}

/** Brings an account number into the form in which it is compared: without blanks and hyphens, in capitals. */
export function compact(value: string): string {
  return value.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
}

/** Reads a number with signs of currency and separators. Undefined for anything else. */
export function readNumber(value: string): number | undefined {
  const text = value
    .normalize('NFKC')
    .replace(/[$€£%\s]/g, '')
    .replace(/,(?=\d{3}(?:\D|$))/g, '')
  if (!/^[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text)) return undefined
  return Number(text)
}

/** The addresses in a text: whom or where they lead. */
export interface FoundAddresses {
  readonly emails: readonly string[]
  readonly urls: readonly string[]
  readonly accounts: readonly string[]
}

/** Finds e-mail addresses, URLs and account numbers in a text, unchanged. */
export function findAddresses(text: string): FoundAddresses {
  const plain = text.normalize('NFKC')
  const found = plain.match(emails) ?? []
  const withoutEmails = found.length === 0 ? plain : plain.replace(emails, ' ')
  return {
    emails: found,
    urls: (withoutEmails.match(urls) ?? [])
      .map((each) => each.replace(/[.,;:!?]+$/, ''))
      .filter((each) => isHostName(each) && readAddress(each) !== undefined),
    accounts: [...(plain.match(accounts) ?? []), ...(withoutDates(plain).match(longDigits) ?? [])].filter(
      (each) => account.test(compact(each)) || /^\d{8,}$/.test(compact(each)),
    ),
  }
}

/** Dates and times look like account numbers. */
function withoutDates(text: string): string {
  return text.replace(/\b\d{4}-\d\d?-\d\d?(?:[T ]\d\d?:\d\d(?::\d\d)?(?:\.\d+)?)?/g, ' ; ')
}

const word = /[\p{L}\p{M}\p{N}_]/u

/**
 * Finds a value as a whole token in a folded text: neither a part of a longer word, nor the beginning of a longer address. Returns the
 * position of each.
 */
export function* findWhole(text: string, value: string): Generator<number, void> {
  if (value === '') return
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (endsBefore(text, at) && endsAfter(text, at + value.length)) yield at
  }
}

function endsBefore(text: string, at: number): boolean {
  const before = text[at - 1] ?? ' '
  if (word.test(before) || isInvisible(before) || before === '-' || before === '@') return false
  return !(/[./:\\+%]/.test(before) && /[^\s"'(<[]/.test(text[at - 2] ?? ' ') && before !== ':')
}

function endsAfter(text: string, at: number): boolean {
  const after = text[at] ?? ' '
  if (word.test(after) || isInvisible(after) || /[-@%+\\]/.test(after)) return false
  return !(/[./:]/.test(after) && /[^\s"')\]>,]/.test(text[at + 1] ?? ' '))
}

function isInvisible(character: string): boolean {
  return /[\p{Cf}\p{Cc}]/u.test(character) && !/\s/.test(character)
}
