const kinds = [
  'customer', 'charge', 'invoice', 'refund', 'payout', 'dispute', 'coupon', 'price', 'product', 'plan', 'quote', 'order',
  'mandate', 'event', 'account', 'topup', 'transfer', 'review', 'token', 'source', 'card', 'tax_rate', 'promotion_code',
] as const
const actions = ['capture', 'cancel', 'close', 'finalize', 'pay', 'send', 'void', 'approve', 'reverse', 'confirm'] as const
const deep = { style: 'deepObject', explode: true } as const
const string = { type: 'string', maxLength: 5000 }
const formType = 'application/x-www-form-urlencoded'

/**
 * A document in the shape of a payment API: forms with nested fields, filters as deep objects, lists to expand, a secret key as user
 * name or token, and some uploads.
 * @param operations The least number of operations.
 */
export function paymentsDocument(operations: number): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {}
  let count = 0
  for (let version = 1; count < operations; version += 1) {
    for (const kind of kinds) {
      const folder = `/v${version}/${kind}s`
      paths[folder] = { get: listing(kind, version), post: writing('create', kind, version) }
      paths[`${folder}/{${kind}}`] = {
        parameters: [idOf(kind)],
        get: { operationId: `get-${kind}-v${version}`, parameters: [expand] },
        post: writing('update', kind, version),
        delete: { operationId: `delete-${kind}-v${version}`, requestBody: { content: { [formType]: { schema: { type: 'object' } } } } },
      }
      for (const action of actions)
        paths[`${folder}/{${kind}}/${action}`] = { parameters: [idOf(kind)], post: writing(action, kind, version) }
      paths[`${folder}/{${kind}}/files`] = { parameters: [idOf(kind)], post: uploading(kind, version) }
      count += 6 + actions.length
      if (count >= operations) break
    }
  }
  return {
    openapi: '3.0.0',
    info: { title: 'Payments', version: '1' },
    servers: [{ url: 'https://api.example.org/' }],
    security: [{ basicAuth: [] }, { bearerAuth: [] }],
    paths,
    components: {
      securitySchemes: {
        basicAuth: { type: 'http', scheme: 'basic' },
        bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'auth-scheme' },
      },
      schemas: { address: { type: 'object', properties: { line1: string, city: string, country: string } } },
    },
  }
}

const expand = { name: 'expand', in: 'query', ...deep, schema: { type: 'array', items: string } }

function idOf(kind: string) {
  return { name: kind, in: 'path', required: true, style: 'simple', schema: string }
}

function listing(kind: string, version: number) {
  const range = { type: 'object', properties: { gt: { type: 'integer' }, lte: { type: 'integer' } } }
  return {
    operationId: `list-${kind}-v${version}`,
    parameters: [
      { name: 'created', in: 'query', ...deep, schema: { anyOf: [range, { type: 'integer' }] } },
      { name: 'limit', in: 'query', style: 'form', schema: { type: 'integer' } },
      { name: 'types', in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } },
      expand,
    ],
    requestBody: { content: { [formType]: { encoding: {}, schema: { type: 'object', properties: {} } } }, required: false },
  }
}

function writing(action: string, kind: string, version: number) {
  const schema = {
    type: 'object',
    required: ['amount', 'items'],
    properties: {
      amount: { type: 'integer' },
      currency: string,
      expand: { type: 'array', items: string },
      metadata: { type: 'object', additionalProperties: string },
      items: { type: 'array', items: { type: 'object', properties: { price: string, quantity: { type: 'integer' } } } },
      shipping: { type: 'object', properties: { name: string, address: { $ref: '#/components/schemas/address' } } },
      methods: { type: 'array', items: { type: 'string' } },
    },
  }
  const encoding = { expand: deep, metadata: deep, items: deep, shipping: deep, methods: { style: 'pipeDelimited', explode: false } }
  return {
    operationId: `${action}-${kind}-v${version}`,
    requestBody: { required: true, content: { [formType]: { encoding, schema } } },
  }
}

function uploading(kind: string, version: number) {
  const properties = { purpose: string, link: { type: 'object', properties: { open: { type: 'boolean' } } }, tags: { type: 'array', items: string }, note: string }
  const encoding = { note: { contentType: 'text/markdown' } }
  return {
    operationId: `upload-${kind}-v${version}`,
    requestBody: { required: true, content: { 'multipart/form-data': { encoding, schema: { type: 'object', properties } } } },
  }
}
