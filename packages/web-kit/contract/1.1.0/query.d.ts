import { keepPreviousData } from '@tanstack/react-query';
import type { OperationId } from '@piecework/contracts';
import type { OperationOutput } from '@piecework/contracts';
import type { OperationRequest } from '@piecework/contracts';
import type { OPERATIONS } from '@piecework/contracts';
import { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { useMutation } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { UseQueryOptions } from '@tanstack/react-query';
import { UseQueryResult } from '@tanstack/react-query';

declare type Answer<R extends Route> = OperationOutput<IdOf<R>>;

declare class ApiError extends Error {
    readonly status: number;
    readonly code: string;
    readonly fields: Record<string, string>;
    readonly correlationId?: string | undefined;
    name: string;
    constructor(status: number, code: string, message: string, fields?: Record<string, string>, correlationId?: string | undefined);
}

declare type GetRoute = Extract<Route, `GET ${string}`>;

declare type IdOf<R extends Route> = {
    [I in OperationId]: RouteOf<I> extends R ? I : never;
}[OperationId];

declare type InputArgument<T> = Record<never, never> extends T ? [input?: T] : [input: T];

export { keepPreviousData }

declare type ListRoute = {
    [R in GetRoute]: Answer<R> extends readonly unknown[] ? R : never;
}[GetRoute];

export declare type Notifications = UnreadRows<Row<typeof ROUTE>>;

declare type Options<T> = Pick<UseQueryOptions<T, ApiError>, 'enabled' | 'staleTime' | 'refetchInterval' | 'placeholderData' | 'initialData'>;

declare type Part<K extends string, T> = [T] extends [undefined] ? {
    [P in K]?: undefined;
} : undefined extends T ? {
    [P in K]?: T;
} : {
    [P in K]: T;
};

export declare const patchRow: <R extends GetRoute>(route: R, id: string, change: (row: Row<R>) => Row<R>) => void;

export { QueryClient }

export declare const queryClient: QueryClient;

export { QueryClientProvider }

declare type ReadInput<R extends Route> = Part<'params', Request_2<R>['params']> & {
    query?: Request_2<R>['query'];
};

export declare const refresh: (...routes: GetRoute[]) => void;

declare type Request_2<R extends Route> = OperationRequest<IdOf<R>>;

declare const ROUTE = "GET /notifications";

declare type Route = {
    [I in OperationId]: RouteOf<I>;
}[OperationId];

declare type RouteOf<I extends OperationId> = `${(typeof OPERATIONS)[I]['method']} ${(typeof OPERATIONS)[I]['path']}`;

declare type Row<R extends Route> = Answer<R> extends readonly (infer T)[] ? T : Answer<R>;

declare interface Rows<T> {
    rows: T[];
    total: number;
}

declare interface UnreadRows<T> extends Rows<T> {
    unread: number;
}

export declare const useAction: <T = void>(action: (argument: T) => Promise<void>) => {
    run: (argument: T) => Promise<void>;
    isRunning: boolean;
};

export declare const useApiList: <R extends ListRoute>(route: R, ...[input, options]: [...InputArgument<ReadInput<R>>, options?: Options<Rows<Row<R>>>]) => UseQueryResult<Rows<Row<R>>, ApiError>;

export declare const useApiQuery: <R extends GetRoute>(route: R, ...[input, options]: [...InputArgument<ReadInput<R>>, options?: Options<Answer<R>>]) => UseQueryResult<Answer<R>, ApiError>;

export declare const useCoinsOnTheWay: () => number;

export declare const useConfig: () => Answer<'GET /config'> | undefined;

export declare const useConfigQuery: () => UseQueryResult<{
    identity: "embedded" | "firebase";
    payments: "simulated" | "stripe";
    coinCredit: "automatic" | "manual";
    packages: {
        price: number;
        coins: number;
    }[];
    supportEmail?: string | undefined;
    termsVersion: string;
    mail?: boolean | undefined;
    verifyEmail?: boolean | undefined;
    firebase?: {
        apiKey: string;
        authDomain: string;
        projectId: string;
        emulatorHost?: string | undefined;
    } | undefined;
    stripe?: {
        publishableKey: string;
        scriptUrl: string;
    } | undefined;
}, ApiError>;

export declare const useEmailConfirmation: () => {
    isOffered: boolean;
    isRequired: boolean;
    isForCoins: boolean;
    email: string;
    isSent: boolean;
    isSending: boolean;
    send: () => undefined;
};

export { useMutation }

export declare const useNewTasks: () => {
    count: number;
    show(): void;
};

export declare const useNotifications: (query: NonNullable<ReadInput<typeof ROUTE>['query']>) => UseQueryResult<Notifications, ApiError>;

export { useQuery }

export { UseQueryOptions }

export { UseQueryResult }

export declare const useThreads: (query: NonNullable<ReadInput<'GET /threads'>['query']>, options?: {
    enabled?: boolean;
}) => UseQueryResult<UnreadRows<Row<'GET /threads'>>, ApiError>;

export { }
