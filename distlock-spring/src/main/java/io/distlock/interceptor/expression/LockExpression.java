// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.expression;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.standard.SpelExpression;

/**
 * A parsed expression of the annotation, bound to the parameters of its method.
 *
 * @since 0.1.0
 */
public final class LockExpression {

	private static final int NOT_PLAIN = -1;

	private final Expression expression;

	private final Map<String, Integer> variables;

	private final EvaluationContext shared;

	private final int plainArgument;

	/**
	 * Create an expression.
	 * @param expression what was parsed
	 * @param variables the position of each parameter, by every name that it has
	 * @param shared everything that does not depend on the call
	 */
	LockExpression(Expression expression, Map<String, Integer> variables, EvaluationContext shared) {
		this.expression = expression;
		this.variables = variables;
		this.shared = shared;
		String text = expression.getExpressionString().strip();
		this.plainArgument = text.startsWith("#") ? variables.getOrDefault(text.substring(1), NOT_PLAIN) : NOT_PLAIN;
	}

	@Nullable Object evaluate(LockExpressionRoot call) {
		if (this.plainArgument != NOT_PLAIN) {
			return call.getArgs()[this.plainArgument];
		}
		return this.expression.getValue(new LockEvaluationContext(this.shared, call, this.variables));
	}

	/**
	 * Return whether the value is the same for every call.
	 * @return whether the value is the same for every call
	 */
	public boolean isLiteral() {
		return this.expression instanceof SpelExpression parsed && parsed.getAST() instanceof Literal;
	}

	@Override
	public String toString() {
		return this.expression.getExpressionString();
	}

}
