/** One line of `net check`. Unknown keys are ignored, so that a line may carry labels of its own. */
export interface NetCheck {
  readonly url: string
  /** The addresses of the host in `url`. */
  readonly dns?: readonly string[]
  /** The addresses of other hosts. */
  readonly dnsFor?: Readonly<Record<string, readonly string[]>>
  /** Successive `Location` values. */
  readonly redirects?: readonly string[]
  readonly allowHosts?: readonly string[]
  readonly denyHosts?: readonly string[]
  readonly internalHosts?: readonly string[]
}

const listKeys = ['dns', 'redirects', 'allowHosts', 'denyHosts', 'internalHosts'] as const

/** Reads a line, or says what is wrong with it. */
export function readNetCheck(line: string): NetCheck | string {
  const value = parseJson(line)
  if (typeof value === 'string') return { url: value }
  if (!isRecord(value) || typeof value.url !== 'string') {
    return 'The line is neither a JSON string nor a JSON object with a string "url".'
  }
  return problemOf(value) ?? (value as Checked)
}

type Checked = NetCheck & Record<string, unknown>

function problemOf(value: Readonly<Record<string, unknown>>): string | undefined {
  const wrong = listKeys.find((key) => value[key] !== undefined && !isTextList(value[key]))
  if (wrong !== undefined) return `"${wrong}" is not a list of strings.`
  const { dnsFor } = value
  if (dnsFor !== undefined && !(isRecord(dnsFor) && Object.values(dnsFor).every(isTextList))) {
    return '"dnsFor" is not an object with a list of strings for each host.'
  }
  return undefined
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}
