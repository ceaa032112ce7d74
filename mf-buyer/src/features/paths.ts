export const paths = {
  addTask: '/dashboard/buyerAddTask',
  tasks: '/dashboard/buyerTask',
  updateTask: (id: string) => `/dashboard/buyerUpdateTask/${encodeURIComponent(id)}`,
  purchaseCoin: '/dashboard/buyerPurchaseCoin',
  checkout: (price: number) => `/dashboard/checkout/${price}`,
  payments: '/dashboard/buyerPayment',
};
