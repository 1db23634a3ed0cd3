import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Text is the kind. */
export interface Text extends TypeMeta {
  metadata: ObjectMeta;
  spec: TextSpec;
}

/** TextSpec is what is wanted. */
export interface TextSpec {
  /** Short is bounded. */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=63
  short: string;
  /** Host is a DNS name. */
  // +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
  host: string;
  /** Quoted has its pattern in quotes. */
  // +kubebuilder:validation:Pattern="^\\d+$"
  quoted?: string;
  /** Bare has its pattern without quotes. */
  // +kubebuilder:validation:Pattern=^[a-z]+$
  bare?: string;
  /** Colon is written as some do. */
  // +kubebuilder:validation:Pattern:=`^a:b$`
  colon?: string;
  /** Address is an IPv4 address. */
  // +kubebuilder:validation:Format=ipv4
  address?: string;
  // +kubebuilder:validation:Format=date
  day?: string;
  // +kubebuilder:validation:Format="password"
  secret?: string;
  /** Data is base64 on the wire. */
  // +kubebuilder:validation:MaxLength=1024
  data?: Uint8Array;
  /** Typed is a string on the wire, whatever Go holds. */
  // +kubebuilder:validation:Type=string
  // +kubebuilder:validation:Format=""
  typed?: string;
  /** Name has the rules of its type. */
  name?: Name;
  /** Names has them on its items. */
  names?: Name[];
  /** LongName says its own as well. */
  // +kubebuilder:validation:MinLength=3
  longName?: Name;
}

/** Name is a label. */
// +kubebuilder:validation:MaxLength=40
// +kubebuilder:validation:Pattern=`^[a-z]+$`
export type Name = string;
