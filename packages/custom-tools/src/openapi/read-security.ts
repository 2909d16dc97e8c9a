import { isJsonObject } from '@drawbridge/core/base'
import type { RequestCredential } from '../definition/definition-schema.ts'
import { NotImported, type References } from './references.ts'

/**
 * Returns the credentials of an operation by reference to variables: those of the first alternative that can be sent.
 * @param security The requirements: each entry is an alternative.
 * @throws NotImported if none can be sent, with the reason.
 */
export function readSecurity(
  security: unknown,
  schemes: unknown,
  references: References,
): readonly RequestCredential[] {
  if (!Array.isArray(security) || security.length === 0) return []
  let problem: unknown
  for (const alternative of security) {
    try {
      const names = Object.keys(references.resolve(alternative))
      return names.map((name) =>
        credentialOf(
          name,
          isJsonObject(schemes) && Object.hasOwn(schemes, name) ? schemes[name] : undefined,
          references,
        ),
      )
    } catch (error) {
      problem ??= error
    }
  }
  throw problem
}

function credentialOf(name: string, given: unknown, references: References): RequestCredential {
  if (given === undefined) throw new NotImported(`its security scheme "${name}" is not described`)
  const { type, scheme, in: place, name: key } = references.resolve(given)
  const variable = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(/^(?=\d)|^$/, '_')
    .toUpperCase()
    .slice(0, 100)
  if (type === 'apiKey' && typeof key === 'string' && (place === 'header' || place === 'query' || place === 'cookie')) {
    return { in: place, name: key, value: `{{env.${variable}}}` }
  }
  const kind = typeof scheme === 'string' ? scheme.toLowerCase() : ''
  if (type === 'http' && kind === 'basic')
    return { basic: { username: `${variable}_USERNAME`, password: `${variable}_PASSWORD` } }
  if ((type === 'http' && kind === 'bearer') || type === 'oauth2' || type === 'openIdConnect') {
    return { in: 'header', name: 'Authorization', value: `Bearer {{env.${variable}}}` }
  }
  throw new NotImported(
    `its security scheme "${name}" (${String(type)}${kind === '' ? '' : ` ${kind}`}) is not supported`,
  )
}
