import { readFileSync } from 'node:fs'
import type { DeferredTool } from '@drawbridge/core/registry'
import { createSecretRegistry, type SecretRegistry } from '@drawbridge/core/scrub'
import {
  type CredentialedProgram,
  type CredentialSource,
  createCredentialedExec,
  type ProgramGrants,
} from '@drawbridge/tools'
import { locateTrusted, type TrustOptions } from './locate-trusted.ts'
import { createProgramSet } from './program-set.ts'
import type { StoredPrograms } from './stored-programs.ts'

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
