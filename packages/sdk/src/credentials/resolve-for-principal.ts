import { type DeclaredTarget, errorMessage, failure } from '@drawbridge/core'
import type { TargetResolution, TargetResolver } from '@drawbridge/core/target'
import type { CredentialedPrograms } from '@drawbridge/tools'
import type { Credentials } from './open-credentials.ts'

/**
 * Creates a resolver that treats a program as credentialed only for callers with a grant; for other runs it is an
 * ordinary program. Stored records are checked before each command, so that a revoked grant applies at once; if that
 * fails, no command runs.
 * @param create Creates a resolver for runs with these programs. Kept while they are in use.
 */
export function createPrincipalResolver(
  { grants, refresh }: Pick<Credentials, 'grants' | 'refresh'>,
  create: (programs: CredentialedPrograms) => TargetResolver,
): TargetResolver {
  // The first one is made at once, so that folders that cannot be used are said at the start.
  const resolvers = new WeakMap<CredentialedPrograms, TargetResolver>([[grants.everyones, create(grants.everyones)]])
  const resolve: TargetResolver['resolve'] = (declared, principal, denials) => {
    const programs = grants.of(principal)
    const resolver = resolvers.get(programs) ?? create(programs)
    resolvers.set(programs, resolver)
    return resolver.resolve(declared, principal, denials)
  }
  if (refresh === undefined) return { resolve }
  return {
    resolve: (declared, principal, denials) =>
      declared.some(isCommand)
        ? refresh().then(() => resolve(declared, principal, denials), cannotKnow)
        : resolve(declared, principal, denials),
  }
}

function cannotKnow(error: unknown): TargetResolution {
  const why = `The programs with credentials cannot be read: ${errorMessage(error)}`
  return { status: 'failed', failure: failure('store_unavailable', why) }
}

function isCommand({ kind }: DeclaredTarget): boolean {
  return kind === 'command' || kind === 'shell'
}
