import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface PolicySpec {
  a?: string;
}

/** Policy is a word. */
export interface Policy extends TypeMeta {
  metadata: ObjectMeta;
  spec: PolicySpec;
}

export interface BusSpec {
  a?: string;
}

/** Bus is a word. */
export interface Bus extends TypeMeta {
  metadata: ObjectMeta;
  spec: BusSpec;
}

export interface MouseSpec {
  a?: string;
}

/** Mouse is a word. */
export interface Mouse extends TypeMeta {
  metadata: ObjectMeta;
  spec: MouseSpec;
}

export interface SeriesSpec {
  a?: string;
}

/** Series is a word. */
export interface Series extends TypeMeta {
  metadata: ObjectMeta;
  spec: SeriesSpec;
}

export interface GatewaySpec {
  a?: string;
}

/** Gateway is a word. */
export interface Gateway extends TypeMeta {
  metadata: ObjectMeta;
  spec: GatewaySpec;
}

export interface StatusSpec {
  a?: string;
}

/** Status is a word. */
export interface Status extends TypeMeta {
  metadata: ObjectMeta;
  spec: StatusSpec;
}

export interface AnalysisSpec {
  a?: string;
}

/** Analysis is a word. */
export interface Analysis extends TypeMeta {
  metadata: ObjectMeta;
  spec: AnalysisSpec;
}

export interface LeafSpec {
  a?: string;
}

/** Leaf is a word. */
export interface Leaf extends TypeMeta {
  metadata: ObjectMeta;
  spec: LeafSpec;
}

export interface QuizSpec {
  a?: string;
}

/** Quiz is a word. */
export interface Quiz extends TypeMeta {
  metadata: ObjectMeta;
  spec: QuizSpec;
}

export interface AtlasSpec {
  a?: string;
}

/** Atlas is a word. */
export interface Atlas extends TypeMeta {
  metadata: ObjectMeta;
  spec: AtlasSpec;
}

export interface BoxSpec {
  a?: string;
}

/** Box is a word. */
export interface Box extends TypeMeta {
  metadata: ObjectMeta;
  spec: BoxSpec;
}

export interface IndexSpec {
  a?: string;
}

/** Index is a word. */
export interface Index extends TypeMeta {
  metadata: ObjectMeta;
  spec: IndexSpec;
}
