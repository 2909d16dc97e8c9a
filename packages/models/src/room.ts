import { defineRoom } from '@drawbridge/room'

export type { ModelsSection } from './models-section.ts'

const builtIn = {
  timeouts: { connectMs: 20_000, firstMs: 120_000, totalMs: 3_600_000 },
  retries: { most: 4, longestWaitMs: 300_000 },
} as const

/** Language models: their configuration, and the services that reach them. */
export const modelsRoom = defineRoom({
  name: 'models',
  summary: 'the language models that agents use',
  loadSection: async () => (await import('./models-section.ts')).modelsSection,
  builtIn,
  commands: [
    {
      path: ['models', 'list'],
      isDefault: true,
      summary: 'list the configured models',
      load: async () => (await import('./commands/list-models.ts')).listModelsCommand,
    },
    {
      path: ['models', 'test'],
      summary: 'make one small request to a model, and say what works',
      load: async () => (await import('./commands/test-model.ts')).testModelCommand,
    },
  ],
  checks: [{ name: 'models', load: async () => (await import('./check-models.ts')).checkModels }],
  provides: {
    modelCatalogue: async (house, section) =>
      (await import('./catalogue/services.ts')).modelCatalogueOf(house, section),
    modelCaller: async (house, section) => (await import('./catalogue/services.ts')).modelCallerOf(house, section),
    embedder: async (house, section) => (await import('./catalogue/services.ts')).embedderOf(house, section),
  },
})
