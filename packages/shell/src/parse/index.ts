export { parseScript } from './parse-script.ts'
export { maximumTextLength, textHazard } from './text-hazard.ts'
export type * from './tree.ts'
