/** A network as the provider knows it. */
export interface ActualNetwork {
  readonly cidr: string;
  readonly gateway: string;
}

/** Where networks are made: the role that Neutron plays in the tutorial. */
export interface NetworkDriver {
  get(key: string): Promise<ActualNetwork | undefined>;
  create(key: string, network: ActualNetwork): Promise<void>;
  update(key: string, network: ActualNetwork): Promise<void>;
  /** A network that is gone is a success. */
  delete(key: string): Promise<void>;
}

/** Networks that exist in memory only. */
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
