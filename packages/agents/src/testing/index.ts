export { type ScriptedAnswer, type ScriptedModelOptions, type ScriptModel, scriptModel } from './script-model.ts'
