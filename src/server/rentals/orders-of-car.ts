/**
 * SQL: the ids of the orders that have a car, or had it until they went on with another car or ended. `carId` is
 * an SQL expression.
 */
export const orderIdsOfCar = (carId: string): string =>
  `select of_car.id from orders of_car where of_car.car_id = ${carId}
   union select was.order_id from order_stretches was where was.car_id = ${carId}
   union select ended.order_id from order_endings ended where ended.car_id = ${carId} or ended.taken_car_id = ${carId}`;
