import type { Embedder, ModelCaller, ModelCatalogue } from '@drawbridge/core/model'
import type { House } from '@drawbridge/room'
import type { ModelsSection } from '../models-section.ts'
import { createEmbedder } from './create-embedder.ts'
import { createModelCaller } from './create-model-caller.ts'
import { createModelCatalogue } from './create-model-catalogue.ts'
import { noModel } from './no-model.ts'
import { planModels } from './plan-models.ts'

/** Creates the service `modelCatalogue`. */
export function modelCatalogueOf(house: House, section: ModelsSection | undefined): ModelCatalogue {
  return createModelCatalogue(planModels(section, house.environment), house)
}

/** Creates the service `modelCaller`, over the catalogue of the house. */
export async function modelCallerOf(house: House, section: ModelsSection | undefined): Promise<ModelCaller> {
  const catalogue = await house.service('modelCatalogue')
  if (catalogue === undefined) throw noModel()
  return createModelCaller(planModels(section, house.environment), catalogue)
}

/** Creates the service `embedder`. */
export function embedderOf(house: House, section: ModelsSection | undefined): Embedder {
  return createEmbedder(planModels(section, house.environment), house)
}
