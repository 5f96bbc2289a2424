// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jpa;

import org.springframework.data.repository.CrudRepository;

/**
 * A repository as most are: nothing in it is locked.
 */
interface StockRepository extends CrudRepository<Stock, String> {

}
