import type { ScrubRule } from '../scrub-rule.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** Payment, banking, trade and shop services. */
export const paymentRules: readonly ScrubRule[] = [
  {
    kind: 'token',
    id: 'stripe-key',
    keywords: ['sk_test_', 'sk_live_', 'sk_prod_', 'rk_test_', 'rk_live_', 'rk_prod_'],
    pattern: '[sr]k_(?:test|live|prod)_[A-Za-z0-9]{10,150}',
    entropy: 3,
    boundary: 'alphanumeric',
  },
  {
    kind: 'token',
    id: 'stripe-webhook-secret',
    keywords: ['whsec_'],
    pattern: 'whsec_[A-Za-z0-9+/=]{30,64}',
    entropy: 3.2,
  },
  {
    kind: 'token',
    id: 'square-token',
    keywords: ['eaaa', 'sq0atp-', 'sq0csp-', 'sq0idp-'],
    pattern: '(?:EAAA[\\w-]{56,64}(?![\\w-])|EAAA[\\w-]{22,60}(?![\\w-])|sq0(?:atp|csp|idp)-[\\w^\\]\\[-]{22,60})',
    boundary: 'base64',
    entropy: 3,
  },
  {
    kind: 'token',
    id: 'paypal-braintree-token',
    keywords: ['access_token$'],
    pattern: 'access_token\\$(?:production|sandbox)\\$[a-z0-9]{12,20}\\$[a-f0-9]{32}',
  },
  {
    kind: 'named',
    id: 'plaid-secret',
    keywords: ['plaid'],
    value: `(?:[a-z0-9]{24}|[a-z0-9]{30}|access-(?:sandbox|development|production)-${uuid})`,
    entropy: 3,
  },
  {
    kind: 'token',
    id: 'plaid-access-token',
    keywords: ['access-sandbox-', 'access-development-', 'access-production-'],
    pattern: `access-(?:sandbox|development|production)-${uuid}`,
  },
  { kind: 'named', id: 'gocardless-token', keywords: ['gocardless'], value: 'live_[a-z0-9_=-]{40}' },
  {
    kind: 'token',
    id: 'flutterwave-key',
    keywords: ['flwseck', 'flwpubk'],
    pattern: 'FLW(?:SECK|PUBK)(?:_TEST)?-(?:[A-Ha-h0-9]{32}-X|[A-Ha-h0-9]{12})',
  },
  { kind: 'named', id: 'coinbase-token', keywords: ['coinbase'], value: '[a-z0-9_-]{64}', entropy: 3 },
  { kind: 'named', id: 'bittrex-key', keywords: ['bittrex'], value: '[a-z0-9]{32}', entropy: 3 },
  { kind: 'named', id: 'kraken-token', keywords: ['kraken'], value: '[a-z0-9/=_+-]{80,90}' },
  { kind: 'named', id: 'kucoin-key', keywords: ['kucoin'], value: `(?:[a-f0-9]{24}|${uuid})` },
  { kind: 'named', id: 'finicity-key', keywords: ['finicity'], value: '(?:[a-f0-9]{32}|[a-z0-9]{20})' },
  { kind: 'named', id: 'finnhub-token', keywords: ['finnhub'], value: '[a-z0-9]{20}' },
  { kind: 'named', id: 'freshbooks-token', keywords: ['freshbooks'], value: '[a-z0-9]{64}' },
  { kind: 'named', id: 'etsy-token', keywords: ['etsy'], value: '[a-z0-9]{24}', entropy: 3 },
  { kind: 'token', id: 'easypost-token', keywords: ['ezak', 'eztk'], pattern: 'EZ[AT]K[A-Za-z0-9]{54}', entropy: 3 },
  { kind: 'token', id: 'shippo-token', keywords: ['shippo_'], pattern: 'shippo_(?:live|test)_[a-fA-F0-9]{40}' },
  { kind: 'token', id: 'duffel-token', keywords: ['duffel_'], pattern: 'duffel_(?:test|live)_[\\w=-]{43}' },
  {
    kind: 'token',
    id: 'shopify-token',
    keywords: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    pattern: 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
  },
  { kind: 'named', id: 'lob-key', keywords: ['lob'], value: '(?:live|test)_(?:[a-f0-9]{35}|pub_[a-f0-9]{31})' },
  { kind: 'named', id: 'squarespace-token', keywords: ['squarespace'], value: uuid },
  {
    kind: 'named',
    id: 'sidekiq-secret',
    keywords: ['bundle_enterprise__contribsys__com', 'bundle_gems__contribsys__com'],
    value: '[a-f0-9]{8}:[a-f0-9]{8}',
    entropy: 0,
  },
  {
    kind: 'token',
    id: 'freemius-secret',
    keywords: ['secret_key'],
    pattern: 'secret_key["\']\\s{0,8}=>\\s{0,8}["\'](?<secret>sk_\\S{29})["\']',
    boundary: 'none',
  },
]
