import { createHash } from 'node:crypto'

const longest = 64

/** Makes a name that a tool may have out of any text: `listPets` becomes `list_pets`. */
export function plainName(text: string): string {
  const words = text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
  return words === '' ? 'api' : words
}

/**
 * Names the tool of an operation. The name depends on the operation alone, unless another one has it: then a hash of method and path is
 * added.
 */
export function operationName(
  api: string,
  { operationId, method, path }: { readonly operationId: unknown; readonly method: string; readonly path: string },
  taken: ReadonlySet<string>,
): string {
  const own = plainName(typeof operationId === 'string' && operationId !== '' ? operationId : `${method} ${path}`)
  const wish = own === api || own.startsWith(`${api}_`) ? own : `${api}_${own}`
  if (wish.length <= longest && !taken.has(wish)) return wish
  const hash = createHash('sha256').update(`${method} ${path}`).digest('hex').slice(0, 8)
  return `${wish.slice(0, longest - hash.length - 1).replace(/_+$/, '')}_${hash}`
}
