import type { ForeignLaunch } from '../client/foreign-server.ts'

/** A literal secret of a client's file, with the name under which it is kept. */
export interface MovedSecret {
  readonly name: string
  readonly value: string
}

/** Finds secrets in a text by their form, as the scrubber does. Positions in UTF-16 units. */
export type FindSecrets = (text: string) => readonly { readonly start: number; readonly end: number }[]

export interface MoveSecretsOptions {
  readonly id: string
  readonly findSecrets: FindSecrets
  /** The secrets that exist. */
  readonly kept: ReadonlyMap<string, string>
}

/** Names of variables, headers and options whose values are secrets. */
const secretName = /key|token|secret|passw|pwd|credential|auth(?!or)|cookie|bearer|private|dsn|pat$/i
/** URLs with a password in them. */
const loginInUrl = /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]+:[^/\s@]+@/i

/** Replaces literal secrets by references to the secret store. */
export function moveSecrets(
  launch: ForeignLaunch,
  { id, findSecrets, kept }: MoveSecretsOptions,
): { readonly launch: ForeignLaunch; readonly secrets: readonly MovedSecret[] } {
  const secrets: MovedSecret[] = []
  switch (launch.kind) {
    case 'stdio': {
      const args = launch.args.map((argument, index) => moveArgument(argument, launch.args[index - 1]))
      return { launch: { ...launch, args, env: moveNamed(launch.env) }, secrets }
    }
    case 'http':
    case 'sse':
      return { launch: { ...launch, url: moveFound(launch.url, 'URL'), headers: moveNamed(launch.headers) }, secrets }
    default:
      return launch satisfies never
  }

  function moveNamed(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (!isLiteral(value)) return [name, value]
        if (!(secretName.test(name) || loginInUrl.test(value)) || isPlainSetting(value))
          return [name, moveFound(value, name)]
        const [, scheme = '', credential = value] = /^((?:Bearer|Basic|Token) +)(.+)$/i.exec(value) ?? []
        return [name, scheme + refer(name, credential)]
      }),
    )
  }

  function moveArgument(argument: string, before: string | undefined): string {
    const [, option, value] = /^(--?[\w-]+)=(.+)$/s.exec(argument) ?? []
    if (option !== undefined && value !== undefined && isSecretOption(option, value))
      return `${option}=${refer(option, value)}`
    const isValue =
      before !== undefined && !before.includes('=') && /^--?[\w-]+$/.test(before) && !argument.startsWith('-')
    if (isValue && isSecretOption(before, argument)) return refer(before, argument)
    if (loginInUrl.test(argument) && isLiteral(argument)) return refer('URL', argument)
    return moveFound(argument, 'ARGUMENT')
  }

  function moveFound(text: string, name: string): string {
    if (!isLiteral(text)) return text
    let [result, position] = ['', 0]
    for (const { start, end } of findSecrets(text)) {
      result += text.slice(position, start) + refer(name, text.slice(start, end))
      position = end
    }
    return result + text.slice(position)
  }

  function refer(name: string, value: string): string {
    const base = `MCP_${id}_${name.replace(/^-+/, '')}`
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, '_')
      .slice(0, 90)
    for (let count = 1; ; count += 1) {
      const candidate = count === 1 ? base : `${base}_${count}`
      const existing = secrets.find((secret) => secret.name === candidate)?.value ?? kept.get(candidate)
      if (existing !== undefined && existing !== value) continue
      if (existing === undefined) secrets.push({ name: candidate, value })
      return `\${secret:${candidate}}`
    }
  }
}

function isLiteral(text: string): boolean {
  return !text.includes('${') && !text.includes('<input:')
}

/** True for switches, numbers and paths of files: none of them is a secret, whatever its name says. */
function isPlainSetting(value: string): boolean {
  return (
    value === '' ||
    /^(?:true|false|yes|no|on|off|none|null|\d{1,5}|oauth2?|basic|bearer)$/i.test(value) ||
    /^[~./]?\//.test(value)
  )
}

function isSecretOption(option: string, value: string): boolean {
  return secretName.test(option) && isLiteral(value) && !isPlainSetting(value)
}
