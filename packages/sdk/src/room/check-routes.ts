import { type Room, userRoles } from '@drawbridge/room'

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** No segment begins with a dot, so that none leads out. */
const pathShape = /^\/(?:(?::[a-z]\w*|\w[\w.-]*)(?:\/(?::[a-z]\w*|\w[\w.-]*))*)?$/i

/** Returns what is wrong with the routes, pages and prompt blocks of a room: the parts that the gateway and agents mount. */
export function objectionToRoutes({ name, routes = [], pages = [], promptBlocks = [] }: Room): string | undefined {
  const oddMethod = routes.find(({ method }) => !methods.includes(method))
  if (oddMethod !== undefined) return `has a route with the method ${show(oddMethod.method)}. Use ${listed(methods)}.`
  for (const { path, role } of [...routes, ...pages]) {
    if (!pathShape.test(path)) return `has the path ${show(path)}. Begin paths with "/", such as "/stations/:name".`
    if (!userRoles.includes(role)) return `has the role ${show(role)} at "${path}". Use ${listed(userRoles)}.`
  }
  const scope = routes.find((route) => !route.scope.startsWith(`${name}:`))
  if (scope !== undefined)
    return `has the scope ${show(scope.scope)}. The scopes of its routes must begin with "${name}:".`
  const route = repeated(routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':name')}`))
  if (route !== undefined) return `has two routes for ${route}. Remove one of them.`
  const page = repeated(pages.map(({ path }) => path))
  if (page !== undefined) return `has two pages at "${page}". Remove one of them.`
  const block = repeated(promptBlocks.map((each) => each.name))
  return block === undefined ? undefined : `has two prompt blocks called "${block}". Rename one of them.`
}

function repeated(texts: readonly string[]): string | undefined {
  return texts.find((text, index) => texts.indexOf(text) < index)
}

function listed(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ')
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined'
}
