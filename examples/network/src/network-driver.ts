/** A network of the provider. */
export interface ActualNetwork {
  readonly cidr: string;
  readonly gateway: string;
}

/** A provider of networks: the role of Neutron in the tutorial. */
export interface NetworkDriver {
  get(key: string): Promise<ActualNetwork | undefined>;
  create(key: string, network: ActualNetwork): Promise<void>;
  update(key: string, network: ActualNetwork): Promise<void>;
  /** Succeeds if the network does not exist. */
  delete(key: string): Promise<void>;
}

/** A provider that keeps networks in memory. */
export class MemoryNetworkDriver implements NetworkDriver {
  readonly networks = new Map<string, ActualNetwork>();

  async get(key: string): Promise<ActualNetwork | undefined> {
    return this.networks.get(key);
  }

  async create(key: string, network: ActualNetwork): Promise<void> {
    this.networks.set(key, network);
  }

  async update(key: string, network: ActualNetwork): Promise<void> {
    this.networks.set(key, network);
  }

  async delete(key: string): Promise<void> {
    this.networks.delete(key);
  }
}
