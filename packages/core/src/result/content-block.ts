import type { Label } from './label.ts'

/** The common fields of blocks, besides the content. */
interface Labelled {
  readonly label: Label
}

/** A text. */
export interface TextBlock extends Labelled {
  readonly type: 'text'
  readonly text: string
}

/** A structured value. */
export interface JsonBlock extends Labelled {
  readonly type: 'json'
  readonly value: unknown
}

/** A picture. */
export interface ImageBlock extends Labelled {
  readonly type: 'image'
  /** E.g. `image/png`. */
  readonly mediaType: string
  /** Base64. */
  readonly data: string
}

/** A sound. */
export interface AudioBlock extends Labelled {
  readonly type: 'audio'
  readonly mediaType: string
  /** Base64. */
  readonly data: string
}

/** A document with an address of its own. */
export interface ResourceBlock extends Labelled {
  readonly type: 'resource'
  readonly uri: string
  readonly mediaType?: string
  readonly text?: string
  /** Base64, for content that is not text. */
  readonly data?: string
}

/** A reference to content that was stored because it is too long to show. */
export interface ArtifactReferenceBlock extends Labelled {
  readonly type: 'artifact_ref'
  /** The id that `artifact.read` takes. */
  readonly id: string
  readonly mediaType: string
  /** Size of the whole artifact in bytes. */
  readonly bytes: number
}

/** One piece of a result as the model, the user and the record see it. */
export type ContentBlock = TextBlock | JsonBlock | ImageBlock | AudioBlock | ResourceBlock | ArtifactReferenceBlock

/** A block as a tool makes it: the pipeline adds the label if the tool set none. */
export type UnlabelledBlock = ContentBlock extends infer Block
  ? Block extends ContentBlock
    ? Omit<Block, 'label'> & { readonly label?: Label }
    : never
  : never
