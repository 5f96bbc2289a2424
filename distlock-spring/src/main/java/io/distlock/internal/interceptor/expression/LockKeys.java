// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.util.List;
import java.util.UUID;

import io.distlock.IllegalLockKeyException;
import io.distlock.LockRequest;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Keys of a locked method: the name alone, or the name joined with each value of the key
 * expression, as in {@link LockRequest#of(String, String)}.
 *
 * @since 0.1.0
 */
public final class LockKeys {

	private final String name;

	private final LockRequest nameAlone;

	private final String prefix;

	private final @Nullable LockExpression expression;

	/**
	 * Position of the argument used as the key, or {@link LockExpression#NONE}.
	 */
	private final int argument;

	private final @Nullable LockExpression condition;

	/**
	 * Create keys.
	 * @param name the name of the lock
	 * @param request the options of the lock
	 * @param expression the key expression, {@code null} for the name alone
	 * @param condition the condition of the lock, {@code null} for always
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
	 * Resolve the request for a call.
	 * @param call the call
	 * @return the request, or {@code null} if the call needs no lock
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
	 * Return the texts of a value. The value's class may belong to the application and
	 * may throw exceptions.
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
	 * Return the request for the name alone; requests for keys have the same options.
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
