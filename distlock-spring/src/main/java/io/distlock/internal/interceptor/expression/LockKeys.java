// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.util.List;
import java.util.UUID;

import io.distlock.IllegalLockKeyException;
import io.distlock.LockRequest;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a locked method: its name alone, or its name and what the key expression
 * gives, joined as {@link LockRequest#of(String, String)} joins them.
 *
 * @since 0.1.0
 */
public final class LockKeys {

	private final String name;

	private final LockRequest nameAlone;

	private final String prefix;

	private final @Nullable LockExpression expression;

	/**
	 * The argument that is the key, {@link LockExpression#NONE} if it is no argument
	 * alone.
	 */
	private final int argument;

	private final @Nullable LockExpression condition;

	/**
	 * Create keys.
	 * @param name what is locked
	 * @param request how it is locked
	 * @param expression gives the key, {@code null} for the name alone
	 * @param condition whether a call needs the lock, {@code null} for always
	 */
	public LockKeys(String name, LockRequest request, @Nullable LockExpression expression,
			@Nullable LockExpression condition) {
		this.name = name;
		this.nameAlone = request.key(name).name(name);
		this.prefix = LockKey.join(name, "");
		this.expression = expression;
		this.argument = (expression != null) ? expression.argument() : LockExpression.NONE;
		this.condition = condition;
	}

	/**
	 * Find out what a call needs.
	 * @param call the call
	 * @return the request, or {@code null} if it needs no lock
	 */
	public @Nullable LockRequest resolve(LockExpressionRoot call) {
		if (this.condition != null && !this.condition.isTrue(call, this.name)) {
			return null;
		}
		LockExpression expression = this.expression;
		if (expression == null) {
			return this.nameAlone;
		}
		Object value = (this.argument != LockExpression.NONE) ? call.args()[this.argument] : evaluate(expression, call);
		if (value instanceof Long || value instanceof Integer || value instanceof UUID
				|| value instanceof String text && !text.isBlank()) {
			return this.nameAlone.key(this.prefix.concat(value.toString()));
		}
		KeySource source = new KeySource(this.name, expression, call.method());
		Object unboxed = ValueClasses.unbox(value);
		List<String> texts = texts(unboxed, source);
		return KeyText.isPlural(unboxed) ? this.nameAlone.keys(texts.stream().map(this.prefix::concat).toList())
				: this.nameAlone.key(this.prefix.concat(texts.get(0)));
	}

	/**
	 * Return the texts of a value. Its class may be the application's, and fail.
	 */
	private static List<String> texts(@Nullable Object value, KeySource source) {
		try {
			return (value != null && KeyText.isPlural(value)) ? KeyText.ofElements(value, source)
					: List.of(KeyText.of(value, source));
		}
		catch (IllegalLockKeyException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			throw source.failed(ex);
		}
	}

	private @Nullable Object evaluate(LockExpression expression, LockExpressionRoot call) {
		try {
			return expression.evaluate(call);
		}
		catch (RuntimeException ex) {
			throw new KeySource(this.name, expression, call.method()).failed(ex);
		}
	}

	/**
	 * Return how the name alone is locked; a key is locked in the same way.
	 * @return the request
	 */
	public LockRequest request() {
		return this.nameAlone;
	}

	@Override
	public String toString() {
		return (this.expression != null) ? this.prefix + this.expression : this.nameAlone.keys().get(0);
	}

}
