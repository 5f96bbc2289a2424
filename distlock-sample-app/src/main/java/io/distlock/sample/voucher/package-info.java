// SPDX-License-Identifier: Apache-2.0

/**
 * Vouchers, with a lock that ends with the transaction.
 */
@NullMarked
package io.distlock.sample.voucher;

import org.jspecify.annotations.NullMarked;
