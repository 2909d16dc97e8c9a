export { coverageObjection, covers } from './covers.ts'
export { suggestPrefix } from './suggest-prefix.ts'
export { surroundingsObjection } from './surroundings-objection.ts'
