import type { Model } from './model.ts'
import type { ModelUsage } from './model-usage.ts'

/** The models of the configuration. */
export interface ModelCatalogue {
  /** The ids of the models that the configuration names. */
  list(): readonly string[]
  /**
   * Returns the model for agents, which goes on to the fallbacks if it fails.
   * @throws DrawbridgeError `invalid_configuration` if none is configured; the message says how.
   */
  default(): Promise<Model>
  /** Returns the model for small tasks; the default one if none is set. */
  small(): Promise<Model>
  /**
   * Returns the model with this id, or `default` or `small`.
   * @throws DrawbridgeError `invalid_configuration` if its provider is not configured.
   */
  get(id: string): Promise<Model>
}

/** A small task for a model, apart from any conversation. */
export interface ModelTask {
  /** The purpose, for the record: `title`, `summary`, `fs.edit`. */
  readonly purpose: string
  readonly system?: string
  readonly prompt: string
  /** The longest answer in tokens. */
  readonly maxOutput: number
  /** An id, `default` or `small`. Default `small`. */
  readonly model?: string
}

/** The answer to a small task. */
export interface ModelTaskResult {
  readonly text: string
  readonly model: string
  readonly usage: ModelUsage
  /** In US dollars. Undefined if no price is known. */
  readonly cost?: number
}

/** Carries out small tasks with one request each. */
export interface ModelCaller {
  /** True if a model is configured. Reads the configuration only. */
  readonly isAvailable: boolean
  /**
   * Rejects with a `ModelError`: also with `cut` if the answer was cut off.
   * @throws DrawbridgeError `invalid_configuration` if no model is configured.
   */
  call(task: ModelTask, signal: AbortSignal): Promise<ModelTaskResult>
}

/** Vectors of texts. */
export interface EmbeddingResult {
  /** One for each text, in its order, of length 1. */
  readonly vectors: readonly Float32Array[]
  readonly model: string
  /** The number of values in each vector. */
  readonly dimensions: number
}

/** Turns texts into vectors. */
export interface Embedder {
  /** The id of the embedding model; undefined if none is configured. Vectors of different models cannot be compared. */
  readonly model: string | undefined
  /**
   * Rejects with a `ModelError`.
   * @throws DrawbridgeError `invalid_configuration` if no embedding model is configured.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<EmbeddingResult>
}
