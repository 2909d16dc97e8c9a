const kinds = ['repo', 'issue', 'pull', 'user', 'team', 'branch', 'release', 'hook', 'label', 'comment']
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** A document in the shape of a large public API: shared and recursive schemas, parameters and one security scheme. */
export function largeDocument(version: '3.0.3' | '3.1.0', operations: number): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (let index = 0; index < operations; index += 1) {
    const [kind = '', method = 'get'] = [kinds[index % kinds.length], methods[index % methods.length]]
    const path = `/${kind}s/{owner}/v${Math.floor(index / 10)}`
    const body = { required: true, content: { 'application/json': { schema: { $ref: `#/components/schemas/${kind}` } } } }
    paths[path] = {
      ...paths[path],
      [method]: {
        operationId: `${kind}s/${method}-v${Math.floor(index / 10)}`,
        tags: [kind],
        parameters: [{ $ref: '#/components/parameters/owner' }, { $ref: '#/components/parameters/page' }],
        ...(method === 'get' || method === 'delete' ? {} : { requestBody: body }),
      },
    }
  }
  const schemas = kinds.map((kind, index) => {
    const next = { $ref: `#/components/schemas/${kinds[(index + 1) % kinds.length]}` }
    const note = version === '3.0.3' ? { type: 'string', nullable: true } : { type: ['string', 'null'] }
    return [kind, { type: 'object', properties: { id: { type: 'integer', readOnly: true }, note, next, all: { type: 'array', items: next } } }]
  })
  return {
    openapi: version,
    info: { title: 'Code hosting', version: '1' },
    servers: [{ url: 'https://api.example.org' }],
    security: [{ token: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(schemas),
      parameters: {
        owner: { name: 'owner', in: 'path', required: true, schema: { type: 'string' } },
        page: { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
      },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}
