export type HouseRow = {
  /** Packages of ours that it may import. */
  readonly may: readonly string[]
  /** Packages of which it may import types alone: their service comes in through an interface. */
  readonly types?: readonly string[]
}

/** The packages of ours that each package may import: enforced by `.dependency-cruiser.js`, shown by docs/architecture.md. */
export const house: Readonly<Record<string, HouseRow>> = {
  shell: { may: [] },
  core: { may: ['shell'] },
  net: { may: ['core'] },
  sandbox: { may: ['core', 'net'] },
  tools: { may: ['core', 'shell', 'net', 'sandbox'] },
  store: { may: ['core'] },
  room: { may: ['core', 'net', 'sandbox', 'store'] },
  'code-map': { may: ['core', 'net', 'sandbox', 'store', 'room', 'tools'] },
  agents: { may: ['core', 'net', 'sandbox', 'store', 'room'] },
  mcp: { may: ['core', 'net', 'sandbox', 'store', 'room'] },
  'mcp-client': { may: ['core', 'net', 'sandbox', 'store', 'room'] },
  questions: { may: ['core', 'net', 'sandbox', 'store', 'room'] },
  adapters: { may: ['core'] },
  sdk: {
    may: [
      'core',
      'shell',
      'net',
      'sandbox',
      'tools',
      'store',
      'room',
      'agents',
      'mcp',
      'mcp-client',
      'questions',
      'code-map',
    ],
  },
  gateway: {
    may: [
      'core',
      'shell',
      'net',
      'sandbox',
      'tools',
      'store',
      'room',
      'agents',
      'mcp',
      'mcp-client',
      'questions',
      'code-map',
      'sdk',
    ],
  },
  dashboard: { may: [], types: ['gateway'] },
  cli: {
    may: [
      'core',
      'shell',
      'net',
      'sandbox',
      'tools',
      'store',
      'room',
      'agents',
      'mcp',
      'mcp-client',
      'questions',
      'code-map',
      'sdk',
      'gateway',
      'dashboard',
    ],
  },
}
