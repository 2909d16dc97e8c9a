const groups = ['core', 'apps', 'batch', 'policy', 'storage', 'networking', 'scheduling', 'rbac', 'events', 'node'] as const
const kinds = ['pods', 'services', 'jobs', 'secrets', 'nodes', 'roles', 'claims', 'leases'] as const
const types = ['application/merge-patch+json', 'application/json-patch+json'] as const

/**
 * A document in the shape of the API of a cluster: deep paths, parameters that whole paths share, recursive schemas, patches, and
 * parameters in every style and place.
 * @param operations The least number of operations.
 */
export function clusterDocument(operations: number): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {}
  let count = 0
  for (let version = 1; count < operations; version += 1) {
    for (const group of groups) {
      for (const kind of kinds) {
        if (count >= operations) break
        const own = `${group}-${kind}-v${version}`
        const folder = `/apis/${group}.example.org/v${version}/namespaces/{namespace}/${kind}`
        paths[folder] = {
          parameters: shared('namespace'),
          get: { operationId: `list-${own}`, parameters: [...watching, ...styled] },
          post: { operationId: `create-${own}`, requestBody: body('application/json') },
          delete: { operationId: `delete-all-${own}`, parameters: watching },
        }
        paths[`${folder}/{name}`] = {
          parameters: shared('namespace', 'name'),
          get: { operationId: `read-${own}` },
          put: { operationId: `replace-${own}`, requestBody: body('application/json') },
          patch: { operationId: `patch-${own}`, requestBody: body(...types) },
          delete: { operationId: `delete-${own}`, parameters: [{ $ref: '#/components/parameters/dryRun' }] },
        }
        paths[`${folder}/{name}/range/{from}/{marks}/{point}`] = {
          parameters: [...shared('namespace', 'name'), ...placed],
          get: { operationId: `range-${own}`, security: [{ session: [], key: [] }] },
        }
        count += 8
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cluster', version: '1' },
    servers: [{ url: 'https://{place}.cluster.example.org:6443', variables: { place: { default: 'eu' } } }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'apiKey', in: 'header', name: 'authorization' },
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        key: { type: 'apiKey', in: 'query', name: 'api key' },
      },
      parameters: {
        pretty: { name: 'pretty', in: 'query', schema: { type: 'boolean' } },
        dryRun: { name: 'dryRun', in: 'query', schema: { type: 'array', items: { type: 'string' } }, style: 'form', explode: true },
      },
      schemas: {
        Meta: { type: 'object', properties: { name: text, labels: { type: 'object', additionalProperties: text }, owners: { type: 'array', items: { $ref: '#/components/schemas/Meta' } } } },
        Schema: { type: 'object', properties: { type: text, not: { $ref: '#/components/schemas/Schema' }, all: { type: 'array', items: { $ref: '#/components/schemas/Schema' } }, $ref: text } },
        Thing: {
          type: 'object',
          properties: { meta: { $ref: '#/components/schemas/Meta', description: 'The names.' }, spec: { $ref: '#/components/schemas/Schema' }, port: { oneOf: [{ type: 'integer' }, text] }, none: { type: ['string', 'null'] } },
          required: ['meta'],
        },
      },
    },
  }
}

const text = { type: 'string' }
const list = { type: 'array', items: text }
const point = { type: 'object', properties: { x: { type: 'integer' }, y: { type: 'integer' } } }

function shared(...names: readonly string[]) {
  return [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: text })),
    { $ref: '#/components/parameters/pretty' },
  ]
}

const watching = [
  { name: 'labelSelector', in: 'query', schema: text },
  { name: 'limit', in: 'query', schema: { type: 'integer' } },
  { name: 'X-Continue', in: 'header', schema: list },
  { name: 'tone', in: 'cookie', schema: text },
]

const styled = [
  { name: 'spaced', in: 'query', style: 'spaceDelimited', explode: false, schema: list },
  { name: 'piped', in: 'query', style: 'pipeDelimited', explode: false, schema: list },
  { name: 'point', in: 'query', style: 'form', explode: false, schema: point },
  { name: 'deep', in: 'query', style: 'deepObject', schema: point },
  { name: 'raw', in: 'query', allowReserved: true, schema: text },
  { name: 'json', in: 'query', content: { 'application/json': { schema: point } } },
  { name: 'X-Point', in: 'header', explode: true, schema: point },
]

const placed = [
  { name: 'from', in: 'path', required: true, style: 'label', schema: text },
  { name: 'marks', in: 'path', required: true, style: 'matrix', explode: true, schema: list },
  { name: 'point', in: 'path', required: true, style: 'matrix', schema: point },
]

function body(...media: readonly string[]) {
  const schema = { $ref: '#/components/schemas/Thing' }
  return { required: true, content: Object.fromEntries(media.map((type) => [type, { schema }])) }
}
