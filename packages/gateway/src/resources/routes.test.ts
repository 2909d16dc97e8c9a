import { userRoles } from '@drawbridge/room'
import { expect, test } from 'vitest'
import { openTestGateway } from '../testing/open-test-gateway.ts'
import { createDescription } from './description/create-description.ts'

const pathOf = (path: string) => `/v1${path.replaceAll(/\{\w+\}/g, 'none')}`

// biome-ignore lint/suspicious/noExplicitAny: refusals have either form.
const told = (json: any) => json.error ?? json

test('without authentication every operation is refused, except logging in', async () => {
  const open = await openTestGateway()
  const openRoutes = []
  for (const { method, path, operation, errors } of open.gateway.routes) {
    const { status, headers } = await open.send(method, pathOf(path), { body: method === 'GET' ? undefined : {} })
    const form = errors === 'openai' ? 'json' : 'problem+json'
    expect([operation, headers.get('content-type')]).toEqual([operation, `application/${form}; charset=utf-8`])
    if (status !== 401) openRoutes.push(operation)
  }
  expect(openRoutes).toEqual(['logIn'])
})

test.each(userRoles)(
  'a %s is refused exactly the operations above the role, in a browser and with a key',
  async (role) => {
    const open = await openTestGateway()
    const person = await open.signIn(role)
    for (const route of open.gateway.routes) {
      if (['logOut', 'logOutAll', 'logIn', 'verifyAudit'].includes(route.operation)) continue
      const isAllowed = route.role === 'open' || userRoles.indexOf(role) >= userRoles.indexOf(route.role)
      const { status, json } = await person.send(route.method, pathOf(route.path), {
        body: route.method === 'GET' ? undefined : { unknownField: 1 },
      })
      const refused = status === 403 && told(json).code === 'forbidden' && told(json).needs?.role !== undefined
      expect([route.operation, refused]).toEqual([route.operation, !isAllowed])
    }
    const { can } = (await person.send('GET', '/v1/me')).json
    expect(can).toEqual(
      open.gateway.routes
        .filter((route) => route.role === 'open' || userRoles.indexOf(role) >= userRoles.indexOf(route.role))
        .map(({ operation }) => operation),
    )
  },
)

test('a key without the scope of an operation is refused it, whatever its user may', async () => {
  const open = await openTestGateway()
  const key = await (await open.signIn('owner')).key(['nothing'])
  for (const route of open.gateway.routes) {
    if (route.scope === undefined && route.sessionOnly !== true) continue
    const { status, json } = await key.send(route.method, pathOf(route.path), {
      body: route.method === 'GET' ? undefined : {},
    })
    expect([route.operation, status, told(json).code]).toEqual([route.operation, 403, 'forbidden'])
  }
})

test('what a person must decide is refused to a key that carries no decisions', async () => {
  const open = await openTestGateway()
  const key = await (await open.signIn('owner')).key(['all'])
  const human = open.gateway.routes.filter((route) => route.human === true)
  expect(human.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['decideApproval', 'answerQuestion']))
  for (const route of human) {
    const { status, json } = await key.send(route.method, pathOf(route.path), { body: {} })
    expect([route.operation, status, told(json).code]).toEqual([route.operation, 403, 'not_human'])
  }
})

test('the description names each operation once, with role, tag, problems and valid examples', async () => {
  const { routes } = (await openTestGateway()).gateway
  const description = createDescription(routes, '1.0.0') as { paths: Record<string, Record<string, object>> }
  const operations = Object.values(description.paths).flatMap((each) => Object.values(each)) as {
    operationId: string
    responses: Record<string, unknown>
  }[]
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length)
  for (const { responses } of operations)
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['421', '500', '503']))
  expect(JSON.stringify(description)).not.toContain('#/$defs')
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, id]) => id,
  )
  const { components } = description as unknown as { components: { schemas: object } }
  for (const id of references) expect(Object.keys(components.schemas)).toContain(id)
  for (const { body, example, operation } of routes)
    if (example?.body !== undefined)
      expect([operation, body?.safeParse(example.body).success]).toEqual([operation, true])
})
