// SPDX-License-Identifier: Apache-2.0

/**
 * What every provider has to keep, as tests that run against a real store. Published for
 * those who write a provider of their own.
 */
@NullMarked
package io.distlock.contract;

import org.jspecify.annotations.NullMarked;
