// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration for locks around the migrations of Liquibase.
 */
@NullMarked
package io.distlock.autoconfigure.liquibase;

import org.jspecify.annotations.NullMarked;
