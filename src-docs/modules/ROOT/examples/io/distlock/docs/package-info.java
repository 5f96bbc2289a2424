/**
 * The code that the README and the reference show.
 */
@NullMarked
package io.distlock.docs;

import org.jspecify.annotations.NullMarked;
