// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.expression;

import io.distlock.IllegalLockKeyException;
import io.distlock.LockRequest;
import io.distlock.annotation.validation.InvalidLockAnnotationException;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a locked method: its name alone, or its name and what the key expression
 * gives, joined by a colon. In a name before a key, {@code %} and {@code :} are
 * percent-encoded, so that the first colon always ends the name.
 *
 * @since 0.1.0
 */
public final class LockKeys {

	private final LockRequest nameAlone;

	private final String name;

	private final String prefix;

	private final @Nullable LockExpression expression;

	private final KeyText text;

	public LockKeys(String name, @Nullable LockExpression expression, KeyText text) {
		this.nameAlone = LockRequest.of(name).name(name);
		this.name = name;
		this.prefix = name.replace("%", "%25").replace(":", "%3A") + ":";
		this.expression = expression;
		this.text = text;
	}

	public LockRequest resolve(LockExpressionRoot call) {
		LockExpression expression = this.expression;
		if (expression == null) {
			return this.nameAlone;
		}
		Object value = evaluate(expression, call);
		if (value != null && KeyText.isPlural(value)) {
			return LockRequest.ofAll(this.text.ofElements(value, expression).stream().map(this.prefix::concat).toList())
				.name(this.name);
		}
		return LockRequest.of(this.prefix.concat(this.text.of(value, expression))).name(this.name);
	}

	private @Nullable Object evaluate(LockExpression expression, LockExpressionRoot call) {
		try {
			return expression.evaluate(call);
		}
		catch (RuntimeException ex) {
			throw new IllegalLockKeyException(expression.toString(),
					"The key %s of %s could not be evaluated; the method was not called: %s".formatted(expression,
							InvalidLockAnnotationException.describe(call.getMethod()), ex.getMessage()),
					ex);
		}
	}

	public String name() {
		return this.name;
	}

	@Override
	public String toString() {
		return (this.expression != null) ? this.prefix + this.expression : this.nameAlone.keys().get(0);
	}

}
