import type { House, PromptCaller } from '@drawbridge/room'
import { renderCatalogue } from './render-catalogue.ts'
import type {} from './skills-service.ts'

/** Returns the list of skills for the prompt of a caller. */
export async function skillsBlock(house: Pick<House, 'service'>, caller: PromptCaller): Promise<string> {
  const skills = await house.service('skills')
  return skills === undefined ? '' : renderCatalogue((await skills.listFor(caller)).skills, skills.catalogueCharacters)
}
