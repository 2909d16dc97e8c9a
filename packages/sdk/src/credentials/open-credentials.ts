import { readFileSync } from 'node:fs'
import type { DeferredTool } from '@drawbridge/core/registry'
import { createSecretRegistry, type SecretRegistry } from '@drawbridge/core/scrub'
import {
  type CredentialedProgram,
  type CredentialedPrograms,
  type CredentialSource,
  createCredentialedExec,
  createCredentialedPrograms,
  type ProgramGrants,
} from '@drawbridge/tools'
import { locateTrusted, type TrustOptions } from './locate-trusted.ts'
import type { ProgramGrant, StoredProgram, StoredPrograms } from './stored-programs.ts'

/** A key as it is written: 32 bytes in base64 or hexadecimal. */
const keyText = /[\w+/-]{43,64}=?/g

/** The programs that run with credentials, and the secrets that are cut out of everything that leaves. */
export interface Credentials {
  /** As they are now. */
  readonly grants: ProgramGrants
  readonly secrets: SecretRegistry
  /** `runtime.credentialed_exec` over these programs, with a description of those that there are now. */
  tool(): DeferredTool
  /** Reads stored records again if they have changed. Undefined if none are stored. */
  readonly refresh?: () => Promise<void>
  /** Called once the programs have changed. */
  onChange(listener: () => void): void
}

export interface CredentialsOptions extends Pick<TrustOptions, 'untrusted'> {
  /** The source of the options' credentials. Default: the environment of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Default: none but those of the options. */
  readonly stored?: StoredPrograms | undefined
}

/** Rejects with `invalid_option` if a record cannot work. Values that exist at the start are concealed from then on. */
export async function openCredentials(
  records: readonly CredentialedProgram[],
  { untrusted, environment = process.env, stored }: CredentialsOptions,
): Promise<Credentials> {
  const secrets = createSecretRegistry()
  const concealed = new Set<string>()
  const listeners: (() => void)[] = []
  let revision = (await stored?.revision()) ?? 0
  let current = await createProgramSet(records, await stored?.load())
  let reading: Promise<void> | undefined

  const source: CredentialSource = {
    lookUp: (name, program) => {
      const own = current.valueOf(program, name)
      if (own !== undefined) return own.value
      return Object.hasOwn(environment, name) ? environment[name] : undefined
    },
    // A value that was changed stays concealed: what was printed with it may still come back.
    conceal: (value) => {
      if (concealed.has(value)) return true
      const { accepted } = secrets.register(value, { scope: 'process', rule: 'credential' })
      if (accepted) concealed.add(value)
      return accepted
    },
    locate: (name, path) => locateTrusted(name, path, { untrusted, searchPath: environment.PATH ?? '' }),
  }
  const grants: ProgramGrants = {
    of: (principal) => current.of(principal),
    get everyones() {
      return current.everyones
    },
    get all() {
      return current.all
    },
  }
  concealAll()
  for (const key of keyTexts(environment)) source.conceal(key)
  return {
    grants,
    secrets,
    tool: () => createCredentialedExec(grants, source),
    onChange: (listener) => void listeners.push(listener),
    ...(stored === undefined ? {} : { refresh: () => refresh(stored) }),
  }

  function concealAll(): void {
    for (const { name, credentials } of current.all.list()) {
      for (const reference of credentials.values()) {
        const value = source.lookUp(reference, name)
        if (value !== undefined) source.conceal(value)
      }
    }
  }

  async function refresh(from: StoredPrograms): Promise<void> {
    const latest = await from.revision()
    // One of several concurrent calls reads; it may have begun before a change that another call has seen.
    while (revision < latest) {
      reading ??= read(from).finally(() => {
        reading = undefined
      })
      await reading
    }
  }

  async function read(from: StoredPrograms): Promise<void> {
    // Asked for first: what changes while the records are read counts as unread.
    const latest = await from.revision()
    current = await createProgramSet(records, await from.load())
    revision = latest
    concealAll()
    for (const listener of listeners) listener()
  }
}

/**
 * Returns the keys that decrypt all secrets, if they are outside the home, which no tool may access. An unreadable file
 * has no key for us; its user gets the error.
 */
function keyTexts({
  DRAWBRIDGE_KEY: keys = '',
  DRAWBRIDGE_KEY_FILE: file = '',
}: Readonly<Record<string, string | undefined>>): readonly string[] {
  return `${keys}\n${file === '' ? '' : read(file)}`.match(keyText) ?? []
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** All programs with credentials as they are at one time. */
export interface ProgramSet extends ProgramGrants {
  /** A value that the record itself brings; undefined for those that are found in the environment. */
  valueOf(program: string, variable: string): { readonly value: string | undefined } | undefined
}

/**
 * Joins the programs of the options, which are everyone's, with stored ones, which are those of their grants. Of two with one name
 * that of the options counts. Rejects with `invalid_option` for a record of the options that cannot work; a stored one is left out.
 */
async function createProgramSet(
  own: readonly CredentialedProgram[],
  stored: readonly StoredProgram[] = [],
): Promise<ProgramSet> {
  const ownNames = new Set(own.map(({ binary_name: name }) => name))
  const usable: (readonly [string, StoredProgram])[] = []
  for (const program of stored) {
    if (!ownNames.has(program.record.binary_name) && (await isSound(program)))
      usable.push([program.record.binary_name, program])
  }
  const byName = new Map(usable)
  const all = await createCredentialedPrograms([...own, ...[...byName.values()].map(recordOf)])
  const subsets = new Map<string, CredentialedPrograms>()
  return {
    all,
    everyones: subsetFor({}),
    of: subsetFor,
    valueOf: (program, variable) => {
      const values = byName.get(program)?.values
      return values === undefined ? undefined : { value: values.get(variable) }
    },
  }

  /** One object for each set of programs, so that what is made for it can be kept. */
  function subsetFor(principal: ProgramGrant): CredentialedPrograms {
    const granted = all.list().filter(({ name }) => isGranted(byName.get(name), principal))
    const key = JSON.stringify(granted.map(({ name }) => name))
    const known = subsets.get(key)
    if (known !== undefined) return known
    const names = new Set(granted.map(({ name }) => name))
    const subset = { find: (name: string) => (names.has(name) ? all.find(name) : undefined), list: () => granted }
    subsets.set(key, subset)
    return subset
  }
}

/** A program of the options is everyone's. */
function isGranted(program: StoredProgram | undefined, { agent, user }: ProgramGrant): boolean {
  if (program === undefined) return true
  return program.grants.some(
    (grant) =>
      (grant.agent === undefined || grant.agent === agent) && (grant.user === undefined || grant.user === user),
  )
}

function recordOf({ record, variables }: StoredProgram): CredentialedProgram {
  return { ...record, environment: variables }
}

async function isSound(program: StoredProgram): Promise<boolean> {
  try {
    await createCredentialedPrograms([recordOf(program)])
    return true
  } catch {
    return false
  }
}
