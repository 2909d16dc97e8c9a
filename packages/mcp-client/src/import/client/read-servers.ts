import type { ConfigValue } from '../document/config-syntax.ts'
import type { ClientFile, RawEntry, ServerList } from './client-file.ts'
import type { ForeignLaunch, ForeignServer, ReadServer } from './foreign-server.ts'
import { inputMark, interpolations, type TextPlace, translateText } from './interpolation.ts'

type Table = { readonly [key: string]: ConfigValue }

/** Returns the lists of servers in a file: one, and in the person's file of Claude Code one for each project. */
function serverLists({ root, projectsAt }: ClientFile, value: ConfigValue): readonly ServerList[] {
  const projects = projectsAt === undefined ? {} : tableAt(value, [projectsAt])
  return [
    { path: root },
    ...Object.keys(projects ?? {}).map((project) => ({ path: [projectsAt ?? '', project, ...root], project })),
  ]
}

/** Returns the entries of all lists, in the order of the file. */
export function rawEntries(file: ClientFile, value: ConfigValue): readonly RawEntry[] {
  return serverLists(file, value).flatMap(({ path, project }) => {
    const own = project === undefined ? {} : { project }
    if (file.isList === true) {
      const list = valueAt(value, path)
      if (!Array.isArray(list)) return []
      return list.flatMap((entry: ConfigValue) => {
        const name = isTable(entry) ? entry.name : undefined
        return typeof name === 'string' ? [{ name, path: [...path, { name }], value: entry, ...own }] : []
      })
    }
    return Object.entries(tableAt(value, path) ?? {}).map(([name, entry]) => ({
      name,
      path: [...path, name],
      value: entry,
      ...own,
    }))
  })
}

/** Reads one entry of a client's file in the common shape. */
export function readServer(file: ClientFile, { name, value, project }: RawEntry, place: TextPlace): ReadServer {
  const stays = (why: string): ReadServer => ({ status: 'stays', name, why })
  if (!isTable(value)) return stays('is not an object')
  const { shape } = file
  const obstacle = Object.entries(shape.stays ?? {})
    .flatMap(([key, reasons]) => reasons.filter(([text]) => value[key] === text))
    .map(([, why]) => why)[0]
  if (obstacle !== undefined) return stays(obstacle)
  if (value.envFile !== undefined) return stays('reads its variables from a file ("envFile"), which we do not copy')
  const needs: string[] = []
  let unknown: string | undefined
  const text = (given: ConfigValue | undefined): string => {
    const translated = translateText(String(given ?? ''), interpolations[file.interpolation], place)
    needs.push(...translated.needs)
    unknown ??= translated.unknown
    return translated.text
  }
  const launch = readLaunch(value, { file, text, project, needs, place })
  if (typeof launch === 'string') return stays(launch)
  if (unknown !== undefined) return stays(`contains "${unknown}", which has no meaning that we know`)
  if (launch.kind !== 'stdio' && needs.length > 0 && launch.url.includes('<input:'))
    return stays('has an address that depends on an input')
  const deny = wordsAt(value, shape.toolDeny)
  const allow = wordsAt(value, shape.toolAllow)
  const timeouts = {
    ...secondsAt(value, shape.startTimeout, 'startSeconds'),
    ...secondsAt(value, shape.callTimeout, 'callSeconds'),
  }
  return {
    status: 'server',
    server: {
      name,
      launch,
      enabled: isEnabled(shape.enabled, value),
      ...(allow === undefined || (allow.length === 0 && shape.toolAllow === 'available_tools')
        ? {}
        : { toolAllow: allow }),
      ...(deny === undefined || deny.length === 0 ? {} : { toolDeny: deny }),
      ...(Object.keys(timeouts).length === 0 ? {} : { timeouts }),
      droppedTrust: shape.trust.filter((key) => value[key] !== undefined),
      needs: [...new Set(needs)],
    },
  }
}

interface Reading {
  readonly file: ClientFile
  readonly text: (given: ConfigValue | undefined) => string
  readonly project: string | undefined
  readonly needs: string[]
  readonly place: TextPlace
}

/** Returns the program or address, or why there is none. */
function readLaunch(value: Table, reading: Reading): ForeignLaunch | string {
  const { shape } = reading.file
  for (const [key, transport] of shape.urls) {
    const url = value[key]
    if (typeof url !== 'string') continue
    if (value.command !== undefined && shape.command === 'command' && typeof value.command === 'string')
      return 'has both a program and an address'
    if (!/^https?:/.test(url) && !url.startsWith('$')) return `has the address "${url}", which is not http or https`
    if (
      value.oauth !== undefined &&
      value.oauth !== false &&
      isTable(value.oauth) &&
      value.oauth.clientSecret !== undefined
    )
      return 'has a client of its own for its login, which Drawbridge cannot use'
    return {
      kind: transport === 'by type' ? transportOf(value.type) : transport,
      url: reading.text(url),
      headers: readHeaders(value, reading),
    }
  }
  return readProgram(value, reading)
}

function transportOf(type: ConfigValue | undefined): 'http' | 'sse' {
  return type === 'sse' ? 'sse' : 'http'
}

function readHeaders(
  value: Table,
  { file: { shape, client }, text, needs, place }: Reading,
): Readonly<Record<string, string>> {
  const headers = textsAt(value[shape.headers], text)
  if (client !== 'codex') return headers
  const variables = textsAt(value.env_http_headers, String)
  const bearer = value.bearer_token_env_var
  return {
    ...headers,
    ...Object.fromEntries(Object.entries(variables).map(([header, name]) => [header, variable(name, needs, place)])),
    ...(typeof bearer === 'string' ? { Authorization: `Bearer ${variable(bearer, needs, place)}` } : {}),
  }
}

function readProgram(value: Table, { file: { shape }, text, project, needs, place }: Reading): ForeignLaunch | string {
  const given = shape.command === 'array' ? value.command : value[shape.command]
  // Zed's older form.
  const older = isTable(given) ? given : undefined
  const argv: readonly (ConfigValue | undefined)[] = Array.isArray(given)
    ? given
    : [older?.path ?? given, ...listOf(older?.args ?? value.args)]
  const [command, ...args] = argv.map((word) => (word === undefined ? undefined : text(word)))
  if (command === undefined || command === '') return 'has neither a program nor an address'
  const passed = [...listOf(value.env_vars), ...listOf(value.env_keys)].filter((name) => typeof name === 'string')
  const keyring = new Set(listOf(value.env_keys))
  const env = {
    ...Object.fromEntries(
      passed.map((name) => [name, keyring.has(name) ? input(name, needs) : variable(name, needs, place)]),
    ),
    ...textsAt(older?.env ?? value[shape.env], text),
  }
  const cwd = typeof value.cwd === 'string' ? text(value.cwd) : project
  return {
    kind: 'stdio',
    command,
    args: args.map((word) => word ?? ''),
    env,
    ...(cwd === undefined ? {} : { cwd }),
  }
}

function variable(name: string, needs: string[], { environment }: TextPlace): string {
  return Object.hasOwn(environment, name) && environment[name] !== undefined ? `\${env:${name}}` : input(name, needs)
}

function input(name: string, needs: string[]): string {
  needs.push(name)
  return inputMark(name)
}

function isEnabled(key: 'enabled' | 'disabled' | undefined, value: Table): boolean {
  return key === 'enabled' ? value.enabled !== false : value.disabled !== true
}

function textsAt(
  value: ConfigValue | undefined,
  text: (given: ConfigValue | undefined) => string,
): Readonly<Record<string, string>> {
  if (!isTable(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, text(inner)]))
}

function wordsAt(value: Table, key: string | undefined): readonly string[] | undefined {
  const list = key === undefined ? undefined : value[key]
  return Array.isArray(list) ? list.filter((word) => typeof word === 'string') : undefined
}

function secondsAt(
  value: Table,
  unit: readonly [key: string, unitMs: number] | undefined,
  name: 'startSeconds' | 'callSeconds',
): NonNullable<ForeignServer['timeouts']> {
  const amount = unit === undefined ? undefined : value[unit[0]]
  if (unit === undefined || typeof amount !== 'number' || !(amount > 0)) return {}
  return { [name]: (amount * unit[1]) / 1_000 }
}

function listOf(value: ConfigValue | undefined): readonly ConfigValue[] {
  return Array.isArray(value) ? value : []
}

function valueAt(value: ConfigValue, path: readonly string[]): ConfigValue | undefined {
  return path.reduce<ConfigValue | undefined>(
    (found, key) => (isTable(found) && Object.hasOwn(found, key) ? found[key] : undefined),
    value,
  )
}

function tableAt(value: ConfigValue, path: readonly string[]): Table | undefined {
  const found = valueAt(value, path)
  return isTable(found) ? found : undefined
}

function isTable(value: ConfigValue | undefined): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
