import { type RouteRow, userRoles } from '@drawbridge/room'

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** No segment begins with a dot, so that none leads out. */
const pathShape = /^\/(?:(?:\{[a-z]\w*\}|\w[\w.-]*)(?:\/(?:\{[a-z]\w*\}|\w[\w.-]*))*)?$/i
const operationShape = /^[a-z][a-zA-Z\d]{0,63}$/

/** Returns what is wrong with the routes of a room, which the gateway mounts. */
export function objectionToRoutes(room: string, routes: readonly RouteRow[]): string | undefined {
  for (const { method, path, role, scope, operation, params } of routes) {
    if (!methods.includes(method)) return `has a route with the method ${show(method)}. Use ${listed(methods)}.`
    if (!pathShape.test(path)) return `has the path ${show(path)}. Begin paths with "/", such as "/stations/{name}".`
    if (path.includes('{') && params === undefined)
      return `has the path ${show(path)}, but no "params" that check what it names.`
    if (!userRoles.includes(role)) return `has the role ${show(role)} at "${path}". Use ${listed(userRoles)}.`
    if (typeof scope !== 'string' || !scope.startsWith(`${room}:`))
      return `has the scope ${show(scope)}. The scopes of its routes must begin with "${room}:".`
    if (typeof operation !== 'string' || !operationShape.test(operation))
      return `has the operation ${show(operation)} at "${path}". Name it like "listStations".`
  }
  const route = repeated(routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{name}')}`))
  if (route !== undefined) return `has two routes for ${route}. Remove one of them.`
  const operation = repeated(routes.map((each) => each.operation))
  return operation === undefined ? undefined : `has two operations called "${operation}". Rename one of them.`
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
