// SPDX-License-Identifier: Apache-2.0

/**
 * Annotations for locked methods, jobs and roles.
 */
@NullMarked
package io.distlock.annotation;

import org.jspecify.annotations.NullMarked;
