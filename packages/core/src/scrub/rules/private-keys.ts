import type { ScrubRule } from '../scrub-rule.ts'

/** Private keys and manifests that carry secrets. */
export const privateKeyRules: readonly ScrubRule[] = [
  { kind: 'block', id: 'private-key', keywords: ['-----begin '], block: 'pem' },
  {
    kind: 'token',
    id: 'private-key-encoded',
    keywords: ['ls0tls1crudjti'],
    pattern:
      'LS0tLS1CRUdJTi(?:BSU0EgUFJJVk|BQUklWQVRF|BFQyBQUklW|BPUEVOU1NI|BFTkNSWVBU|BQR1AgUFJJVk|BEU0EgUFJJVk)[A-Za-z0-9+/=\\r\\n]{40,8000}',
    boundary: 'alphanumeric',
    reach: 8_100,
  },
  {
    kind: 'block',
    id: 'kubernetes-secret',
    keywords: ['kind: secret', 'kind: "secret', "kind: 'secret", '\ndata:', '\nstringdata:'],
    block: 'kubernetes',
  },
]
