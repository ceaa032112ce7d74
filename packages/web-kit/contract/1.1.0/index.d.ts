import type { ComponentType } from 'react';
import type { FactorChallenge } from '@piecework/contracts';
import { ImageWidth } from '@piecework/contracts/constants';
import { JSX } from 'react';
import type { OperationId } from '@piecework/contracts';
import type { OperationOutput } from '@piecework/contracts';
import type { OperationRequest } from '@piecework/contracts';
import type { OPERATIONS } from '@piecework/contracts';
import type { PasskeyAnswer } from '@piecework/contracts';
import type { PaymentState } from '@piecework/contracts/constants';
import type { PublicUser } from '@piecework/contracts';
import type { ReactNode } from 'react';
import type { ReservationEnd } from '@piecework/contracts/constants';
import type { Role } from '@piecework/contracts/constants';
import type { RouteObject } from 'react-router-dom';
import type { SignUpRole } from '@piecework/contracts/constants';
import { StoreApi } from 'zustand';
import type { SubmissionStatus } from '@piecework/contracts/constants';
import type { TaskStatus } from '@piecework/contracts/constants';
import type { ThreadSide } from '@piecework/contracts/constants';
import { UseBoundStore } from 'zustand';
import type { User } from '@piecework/contracts';
import type { WithdrawalStatus } from '@piecework/contracts/constants';

declare type Answer<R extends Route> = OperationOutput<IdOf<R>>;

export declare class ApiError extends Error {
    readonly status: number;
    readonly code: string;
    readonly fields: Record<string, string>;
    readonly correlationId?: string | undefined;
    name: string;
    constructor(status: number, code: string, message: string, fields?: Record<string, string>, correlationId?: string | undefined);
}

export declare const call: <R extends Route>(route: R, ...[input]: InputArgument<Input<R>>) => Promise<Answer<R>>;

export declare const callList: <R extends ListRoute>(route: R, ...[input]: InputArgument<Input<R>>) => Promise<Rows<Row<R>>>;

declare type Catalogue = Readonly<Record<string, string>>;

declare type Catalogues = Chunks<Catalogue>;

export declare const checkDecisions: (taskId: string, file: Blob, options?: UploadProgress) => Promise<{
    approve: {
        answers: number;
        people: number;
        coins: number;
        workers: {
            workerId: string;
            workerName: string;
            answers: number;
            coins: number;
        }[];
    };
    reject: {
        answers: number;
        people: number;
        coins: number;
        workers: {
            workerId: string;
            workerName: string;
            answers: number;
            coins: number;
        }[];
    };
    awaitingRevision: number;
    alreadyDecided: number;
}>;

declare type ChunkFault = Error & {
    request?: string;
};

declare type ChunkFaultHandler = (error: ChunkFault, isRetry: boolean) => Promise<boolean>;

declare type Chunks<T> = Readonly<Partial<Record<Language, () => Promise<{
    default: T;
}>>>>;

declare interface Confirmation {
    title?: string;
    text: string;
    detail?: string;
    warning?: string | undefined;
    facts?: readonly Fact[];
    confirmText: string;
    danger?: boolean;
}

export declare const createIdempotencyKey: (keptAs?: string) => IdempotencyKey;

export declare const defineRemote: <const M extends RemoteManifest>(manifest: M, parts: {
    version: string | undefined;
    pages: Readonly<Record<M['pages'][number], ReactNode>>;
    catalogues?: Catalogues;
}) => RemoteModule;

export declare const dialogs: {
    confirm: (confirmation: Confirmation) => Promise<boolean>;
    success: (message: Message) => Promise<void>;
    failure: (message: Partial<Message> & {
        text: string;
    }) => Promise<void>;
    toast: (toast: Toast) => void;
    preload: () => Promise<void>;
};

export declare const download: <R extends GetRoute>(route: R, fileName: string, ...[input]: InputArgument<Input<R>>) => Promise<void>;

declare interface EarlyReads {
    token: string | null;
    reads: Record<string, Promise<Response>>;
}

declare const expire: (notice?: string) => void;

declare interface Fact {
    label: string;
    value: string;
}

export declare type FactorProof = {
    factorCode: string;
} | {
    passkey: PasskeyAnswer;
};

export declare interface FactorRequest {
    challenge(): Promise<FactorChallenge>;
    give(proof: FactorProof): Promise<void>;
    cancel(): void;
}

export declare const forgetPersonData: () => void;

export declare const forgetReturnPath: () => void;

declare type GetRoute = Extract<Route, `GET ${string}`>;

declare interface GoogleSignIn {
    isNew: boolean;
}

declare const ICON_PATHS: {
    home: string;
    tasks: string;
    submissions: string;
    withdraw: string;
    add: string;
    purchase: string;
    payments: string;
    users: string;
    parked: string;
    appeals: string;
    trail: string;
    search: string;
    close: string;
    menu: string;
    next: string;
    previous: string;
    pause: string;
    play: string;
    check: string;
    reject: string;
    clock: string;
    progress: string;
    alert: string;
    info: string;
    edit: string;
    delete: string;
    open: string;
    out: string;
    sun: string;
    moon: string;
    language: string;
    account: string;
    lock: string;
    upload: string;
    quote: string;
    star: string;
    more: string;
    external: string;
    retry: string;
    enlarge: string;
    zoomIn: string;
    zoomOut: string;
    email: string;
};

declare type IconName = keyof typeof ICON_PATHS;

declare interface IdempotencyKey {
    key(): string;
    settle(error?: unknown): void;
}

declare type IdOf<R extends Route> = {
    [I in OperationId]: RouteOf<I> extends R ? I : never;
}[OperationId];

export declare const imageSrc: (url: string, width?: ImageWidth) => string;

export declare const imageSrcSet: (url: string) => string | undefined;

declare type Input<R extends Route> = ReadInput<R> & Part<'body', Request_2<R>['body']> & {
    key?: string;
    keepalive?: boolean;
    signal?: AbortSignal;
};

declare type InputArgument<T> = Record<never, never> extends T ? [input?: T] : [input: T];

export declare const isWholeUser: (user: User | PublicUser) => user is User;

declare type Language = keyof typeof LANGUAGES;

declare const LANGUAGES: {
    readonly en: 'English';
    readonly bn: 'বাংলা';
};

export declare const learnServerTime: (date: string | null) => void;

declare type Listener<K extends LiveKind> = (data: LiveData[K]) => void;

declare type ListRoute = {
    [R in GetRoute]: Answer<R> extends readonly unknown[] ? R : never;
}[GetRoute];

export declare interface LiveData {
    balance: {
        balance: number;
        version: number;
        change: number;
    };
    submission: {
        id: string;
        taskId: string;
        taskTitle: string;
        payable: number;
        status: SubmissionStatus;
        change?: 'sent-back' | 'resubmitted' | 'appealed' | 'appeal-dismissed' | 'appeal-upheld';
        bonus?: number;
    };
    decisions: {
        id: string;
        taskId: string;
        done: number;
        total: number;
        isFinished: boolean;
    };
    task: {
        id: string;
        change: 'published' | 'edited' | 'closed' | 'deleted';
        raised?: true;
    } | {
        id: string;
        change: 'places';
        open: number;
        status: TaskStatus;
        version: number;
    };
    reservation: {
        id: string;
        taskId: string;
        taskTitle: string;
        expiresAt: number;
        ended?: ReservationEnd;
    };
    withdrawal: {
        id: string;
        coins: number;
        status: WithdrawalStatus;
    };
    payment: {
        id: string;
        coins: number;
        state: PaymentState;
    };
    notification: {
        unread: number;
        version: number;
    };
    message: {
        threadId: string;
        number?: number;
        by?: ThreadSide;
    };
    role: {
        role: Role;
        roleVersion: number;
    };
    suspension: Record<string, never>;
    profile: {
        profileVersion?: number;
    };
}

declare type LiveKind = keyof LiveData;

declare type LiveStatus = 'live' | 'polling' | 'offline';

declare interface Loadable<P> {
    (props: P): ReactNode;
    preload(): Promise<void>;
}

export declare function loadable<P extends object>(load: () => Promise<{
    default: ComponentType<P>;
}>, placeholder?: ReactNode): Loadable<P>;

export declare const localStore: {
    get: (key: string) => string | null;
    set: (key: string, value: string) => void;
    remove: (key: string) => void;
};

export declare interface MenuItem {
    label: string;
    to: string;
    icon: IconName;
    short?: string;
    also?: readonly string[];
    whileAny?: ListRoute;
    withMail?: true;
}

declare interface Message {
    title: string;
    text?: string;
    ms?: number;
}

export declare const MESSAGE_MS: {
    readonly short: 1500;
    readonly medium: 2500;
    readonly googleFailure: 5500;
    readonly long: 6000;
};

export declare const onChunkFault: (handler: ChunkFaultHandler) => void;

export declare const onLive: <K extends LiveKind>(kind: K, listener: Listener<K>) => (() => void);

export declare const onNavigate: (go: (path: string) => void) => (() => void);

declare type Outcome = {
    kind: 'shrunk';
    blob: Blob;
} | {
    kind: 'unchanged';
} | {
    kind: 'too-many-pixels';
    megapixels: number;
} | {
    kind: 'failed';
};

declare type Part<K extends string, T> = [T] extends [undefined] ? {
    [P in K]?: undefined;
} : undefined extends T ? {
    [P in K]?: T;
} : {
    [P in K]: T;
};

export declare const Pending: () => JSX.Element;

export declare const PendingPage: () => JSX.Element;

declare interface Person {
    name: string;
    email: string;
    password: string;
    role: SignUpRole;
    image: File;
    onProgress?: (fraction: number | null) => void;
}

export declare const pictureSources: (url: string, width: ImageWidth) => {
    src: string;
    srcSet: string | undefined;
    whole: string;
};

declare type PrefetchedUser = Promise<User | undefined> | null | undefined;

declare interface Profile {
    email: string;
    displayName: string;
    photoURL: string;
}

declare type Reading<T> = {
    data?: T;
    error?: ApiError;
};

declare type ReadInput<R extends Route> = Part<'params', Request_2<R>['params']> & {
    query?: Request_2<R>['query'];
};

export declare const rememberReturnPath: (path?: string) => void;

export declare interface RemoteManifest {
    role: Role | null;
    title: string;
    pages: readonly string[];
    menu: readonly MenuItem[];
    firstViews?: readonly string[];
    texts?: Readonly<Record<string, Catalogue>>;
}

export declare interface RemoteModule {
    manifest: RemoteManifest;
    version: string;
    pages: Readonly<Record<string, ReactNode>>;
    catalogues?: Catalogues;
}

declare type Request_2<R extends Route> = OperationRequest<IdOf<R>>;

export declare const returnPath: () => string;

export declare type Route = {
    [I in OperationId]: RouteOf<I>;
}[OperationId];

declare type RouteOf<I extends OperationId> = `${(typeof OPERATIONS)[I]['method']} ${(typeof OPERATIONS)[I]['path']}`;

export declare const routesOf: ({ pages }: RemoteModule) => RouteObject[];

declare type Row<R extends Route> = Answer<R> extends readonly (infer T)[] ? T : Answer<R>;

export declare interface Rows<T> {
    rows: T[];
    total: number;
}

export declare const saveCsv: (text: string, fileName: string) => void;

export declare const serverNow: () => number;

export declare const session: {
    start: (prefetched?: PrefetchedUser) => Promise<void>;
    prepare: () => Promise<void>;
    signIn: (credentials: {
        email: string;
        password: string;
    }) => Promise<void>;
    signUp: (person: Person) => Promise<void>;
    signInWithGoogle: () => Promise<GoogleSignIn>;
    isBackFromGoogle: () => boolean;
    finishGoogle: () => Promise<GoogleSignIn | null>;
    chooseRole: (role: SignUpRole) => Promise<void>;
    signOut: () => Promise<void>;
    changePassword: (passwords: {
        old: string;
        new: string;
    }) => Promise<void>;
    forgotPassword: (email: string) => Promise<{
        kind: 'ask-admin';
    } | {
        kind: 'mail-sent';
    }>;
    requestConfirmation: () => Promise<void>;
    resetPassword: (link: {
        token: string;
        password: string;
    }) => Promise<void>;
    confirmEmail: (token: string) => Promise<void>;
    keepToken: (token: string) => void;
    reload: () => Promise<void>;
    expire: typeof expire;
};

export declare interface SessionState {
    status: 'loading' | 'signed-out' | 'new' | 'signed-in';
    user: User | null;
    identity: Profile | null;
    problem: string | null;
    notice: string | null;
}

export declare const sessionStore: {
    get: (key: string) => string | null;
    set: (key: string, value: string) => void;
    remove: (key: string) => void;
};

export declare const setEarlyReads: (next: EarlyReads | undefined) => void;

export declare const setGateway: (url: string) => void;

export declare const showFailure: (error: unknown, title?: string) => void;

export declare const shrinkPicture: (source: Source, signal: AbortSignal) => Promise<Outcome>;

declare interface Source {
    file: File;
    isConverted: boolean;
    maxMegapixels: number;
}

export declare const stageRows: (taskId: string, file: Blob, options?: UploadProgress) => Promise<{
    upload: string;
    rows: number;
    checks?: number | undefined;
    pages: number;
    places: number;
    cost: number;
    notes?: string[] | undefined;
}>;

export declare const startTheme: () => void;

declare type ThemeChoice = 'system' | 'light' | 'dark';

declare interface Toast extends Message {
    icon: 'success' | 'error' | 'warning';
    ms: number;
    link?: {
        label: string;
        href: string;
        open(): void;
    };
}

export declare const uploadDecisions: (taskId: string, file: Blob, options?: UploadProgress) => Promise<{
    insertedId: string;
}>;

export declare const uploadImage: (file: File, options?: UploadProgress) => Promise<string>;

declare interface UploadOptions {
    correlationId?: string;
    onProgress?: (fraction: number | null) => void;
    signal?: AbortSignal;
}

declare type UploadProgress = Omit<UploadOptions, 'correlationId'>;

export declare const uploadRows: (batchId: string, file: Blob, options?: UploadProgress) => Promise<{
    rows: number;
    checks?: number | undefined;
    columns: {
        name: string;
        label: string;
        kind: "expected" | "key" | "link" | "picture" | "text";
        field?: string | undefined;
    }[];
    notes?: string[] | undefined;
}>;

export declare const useFactorRequest: UseBoundStore<StoreApi<    {
request: FactorRequest | null;
}>>;

export declare const useIdempotencyKey: (keptAs?: string) => IdempotencyKey;

export declare const useLiveStatus: () => LiveStatus;

export declare const usePageTitle: (title: string) => void;

export declare const useReadOnce: <R extends GetRoute>(route: R, ...[input]: InputArgument<ReadInput<R>>) => Reading<Answer<R>> & {
    retry(): void;
};

export declare class UserNotSaved extends ApiError {
}

export declare const useServerNow: () => number;

export declare const useSession: UseBoundStore<StoreApi<SessionState>>;

export declare const useTheme: () => {
    choice: ThemeChoice;
    setChoice(choice: ThemeChoice): void;
};

export declare const useUser: () => User;

export { }
