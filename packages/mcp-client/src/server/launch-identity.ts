import type { ServerDefinition } from '../section/server-schema.ts'

/** The facts that say which program or address a server is. A change of them is another server, whatever its name. */
export interface LaunchIdentity {
  readonly command?: string
  readonly args?: readonly string[]
  readonly cwd?: string
  /** Names alone: values are secrets. */
  readonly environment?: readonly string[]
  readonly url?: string
}

/** Returns the identity of a configured server. */
export function launchIdentity({
  command,
  args = [],
  cwd,
  env = {},
  url,
  agents = {},
}: ServerDefinition): LaunchIdentity {
  if (command === undefined) return url === undefined ? {} : { url }
  const all = [env, ...Object.values(agents).map((agent) => agent.env ?? {})]
  const names = [...new Set(all.flatMap(Object.keys))]
  return { command, args, environment: names.sort(), ...(cwd === undefined ? {} : { cwd }) }
}

/** True if the program is fetched by name at each start, without a version: what runs may be another program tomorrow. */
export function isUnpinned({ command = '', args = [] }: ServerDefinition): boolean {
  const [runner = ''] = command.split('/').slice(-1)
  if (!['npx', 'uvx', 'bunx', 'pnpx'].includes(runner)) return false
  const wanted = args.find((word) => !word.startsWith('-'))
  return wanted !== undefined && !/.@\d|==\d|^[./]/.test(wanted)
}
