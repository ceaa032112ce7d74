export declare const REMOTE_CONTRACT: number;
export declare function provided(): Record<string, string>;
export declare function shared(more: object): Record<string, object>;
